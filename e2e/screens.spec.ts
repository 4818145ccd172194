import { existsSync, readFileSync } from 'node:fs';

import { contracts } from '@/resources/contracts';
import { samplesFor } from '@/testing/samples';
import { expect, expectSaved, test } from './support/fixtures';

/**
 * What holds for the screens of every resource, looped over the registry: a resource that is added later is tested as
 * well.
 */
const screens = Object.entries(contracts).flatMap(([name, contract]) => {
  const file = `src/resources/${name}/screen.tsx`;
  if (!existsSync(file)) return [];
  const text = readFileSync(file, 'utf8');
  const path = /path: '([^']+)'/.exec(text)?.[1] ?? '';
  // Business days and receipts have pages and tests of their own.
  const behind = /behind: '([^']+)'/.exec(text)?.[1];
  return [{ name, contract, path, behind, hasForm: /^ {2}form: /m.test(text) }];
});

test('the navigation leads to the list of every resource', async ({ signIn }) => {
  const page = await signIn('/');
  const navigation = page.getByRole('navigation', { name: 'Main' });
  for (const { path, behind, hasForm } of screens) {
    if (behind !== undefined) await navigation.locator(`a[href="/${behind}"]`).click();
    const link = (behind === undefined ? navigation : page.getByRole('main')).locator(`a[href="${path}"]`);
    await expect(link).toBeVisible();
    const name = (await link.textContent()) ?? '';
    await link.click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(name);
    const first = page.getByRole('grid').getByRole('link').first();
    if (hasForm) await expect(first, `the demo has a record in ${path} (src/demo)`).toBeVisible();
  }
});

for (const { name, contract, path } of screens.filter(({ hasForm }) => hasForm)) {
  test(`${name}: a record with fields that no screen knows is renamed in its form, and nothing else of it changes`, async ({
    signIn,
    wire,
  }) => {
    const api = await wire();
    const posted = await api('POST', `/api/secure/${name}`, { body: await samplesFor(api).isWild(contract) });
    expect(posted.status).toBe(201);
    const { id } = posted.entity;
    const page = await signIn(`${path}/${id}`);
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Renamed');
    await page.keyboard.press('Control+s');
    await expectSaved(page);
    const after = await api('GET', `/api/secure/${name}/${id}`);
    const masked = (text: string) =>
      text.replaceAll(/"\d{4}-\d\d-\d\dT[\d:.]+Z"/g, '"…"').replace(/"version":\d+/, '"version":N');
    expect(masked(after.text)).toBe(masked(posted.text).replace(/"name":"[^"]*"/, '"name":"Renamed"'));
  });
}
