import type { BrowserContext, Page } from '@playwright/test';
import type { Sender } from '@/testing/service';
import { expect } from './fixtures';

/** Signs in as a manager with a key of its own: a draft is shown to whoever collected it, in every list of the resource. */
export async function signInAlone(
  context: BrowserContext,
  page: Page,
  admin: Sender,
  path: string,
): Promise<void> {
  const name = `Alone ${Math.random().toString(36).slice(2, 7)}`;
  const made = await admin('POST', '/api/secure/apikey', { json: { name, role: 'manager' } });
  const answer = await context.request.post('/api/session', {
    data: { key: made.entity['key'] },
    headers: { 'Sec-Fetch-Site': 'same-origin' },
  });
  expect(answer.ok()).toBe(true);
  await page.goto(path);
}
