import { randomUUID } from 'node:crypto';
import type { BrowserContext, Locator, Page } from '@playwright/test';
import { Secret, TOTP } from 'otpauth';
import { z } from 'zod';
import type { Sender } from '@/testing/service';
import { expect } from './fixtures';

/** The password of everybody who is invited here. */
export const password = 'harbour petrol copper';
/** What a write of the page itself has. */
export const headers = { 'Sec-Fetch-Site': 'same-origin' };
/** An answer with an id. */
export const withId = z.looseObject({ id: z.string() });
/** Returns a name that no other test has. */
export const unique = (what: string) => `${what} ${randomUUID().slice(0, 8)}`;

/** Returns a code of an authenticator. The service takes each step once, and one that is `ahead` of its clock. */
export const codeOf = (secret: string, ahead = 0): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + ahead * 30_000 });

/** Sends a write as a page of the browser could. */
export async function post(context: BrowserContext, path: string, data: object = {}): Promise<unknown> {
  const answer = await context.request.post(path, { data, headers });
  expect(answer.ok(), `${path} ${answer.status()}`).toBe(true);
  const text = await answer.text();
  return text === '' ? null : JSON.parse(text);
}

/** Invites a person, by a sender or a browser that may, who signs in with a password in another browser. */
export async function joined(
  context: BrowserContext,
  invite: (path: string, data?: object) => Promise<unknown>,
  role = 'manager',
) {
  const name = unique('Liisa');
  const email = `${name.toLowerCase().replace(' ', '.')}@example.org`;
  const { id } = withId.parse(await invite('/api/secure/user', { name, email, role }));
  const { token } = z
    .looseObject({ token: z.string() })
    .parse(await invite(`/api/secure/user/${id}/invitation`));
  await post(context, '/api/invitation/accept', { token, password });
  return { id, name, email };
}

/** Returns what `joined` invites by, from a sender with an API key. */
export const bySender =
  (api: Sender) =>
  async (path: string, json: object = {}): Promise<unknown> =>
    (await api('POST', path, { json })).json;

/** Sets an authenticator up for who is signed in in a browser, by the wire. */
export async function protect(context: BrowserContext) {
  const { secret } = z
    .looseObject({ secret: z.string() })
    .parse(await post(context, '/api/secure/session/authenticator'));
  const { recovery_codes: codes } = z
    .looseObject({ recovery_codes: z.array(z.string()) })
    .parse(await post(context, '/api/secure/session/authenticator/check', { code: codeOf(secret) }));
  await post(context, '/api/secure/session/authenticator/on');
  return { secret, codes };
}

/**
 * Goes on from the typed e-mail with a password. Where another test has made a provider it is asked for in a second step,
 * as soon as what the service can do is known.
 */
export async function typePassword(page: Page, typed = password, inFinnish = false): Promise<void> {
  const next = page.getByRole('button', { name: inFinnish ? 'Jatka' : 'Continue', exact: true });
  const box = page.getByLabel(inFinnish ? 'Salasana' : 'Password', { exact: true });
  await expect(async () => {
    if (await next.isVisible()) await next.click({ timeout: 1000 });
    await box.fill(typed, { timeout: 1000 });
    await box.press('Enter', { timeout: 1000 });
  }).toPass();
}

/** Signs in with e-mail and password, which leads to the code. */
export async function signInTo(page: Page, email: string): Promise<void> {
  await page.goto('/');
  await page.getByLabel('E-mail').fill(email);
  await typePassword(page);
}

/** The field of six digits. */
export const cells = (within: Page | Locator) => within.getByRole('textbox', { name: /digit/ });

/** Signs out by the menu of the person. */
export async function signOut(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name }).click();
  await page.getByRole('menuitem', { name: 'Sign out', exact: true }).click();
  // Exactly: the page that is left has a heading that begins so.
  await expect(page.getByRole('heading', { name: 'Sign in', exact: true })).toBeVisible();
}

/** Answers the next write as the service does ten minutes after the password was typed. */
export async function requireReauthentication(page: Page, url: RegExp): Promise<void> {
  let isAsked = false;
  await page.route(url, async (route) => {
    if (isAsked || route.request().method() === 'GET') return route.continue();
    isAsked = true;
    const problem = {
      type: 'about:blank',
      title: 'Forbidden',
      status: 403,
      code: 'reauthentication_required',
    };
    return route.fulfill({
      status: 403,
      contentType: 'application/problem+json',
      body: JSON.stringify({
        ...problem,
        detail: 'This asks for the password again',
        request_id: 'req_test',
      }),
    });
  });
}
