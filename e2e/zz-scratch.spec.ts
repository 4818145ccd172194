import { expect, test } from './foreign-fixtures';
import AxeBuilder from '@axe-core/playwright';
import { gate } from './foreign-fixtures';
test('pictures', async ({ page, bare, make }) => {
  test.setTimeout(240_000);
  await make('tender', {
    name: 'Lunch card',
    short: 'LC',
    kind: 7,
    provider: {
      name: 'Edenred',
      fees: [
        { from: '2026-01-01', percent: 4.5 },
        { from: '2025-01-01', percent: 5 },
      ],
      contact: { email: 'a@b.fi' },
    },
    limits: [1, 2, 3],
    currencies: ['EUR', 'SEK'],
    opened_at: '2026-03-01T12:00:00Z',
    data: { color: 'red' },
  });
  const odd = await make('discount', { name: 'Odd', data: {} });
  for (const theme of ['light', 'dark'] as const)
    for (const width of [1440, 1024, 768]) {
      await page.setViewportSize({ width, height: 900 });
      await page.emulateMedia({ colorScheme: theme });
      const held = gate();
      await page.goto('/products');
      await page.screenshot({ path: `/tmp/pics/signin-${width}-${theme}.png` });
      bare.behave({
        instead: async ({ path, query }) => {
          if (path === '/api/secure/plu' && Number(query.get('page')) > 3) {
            held.reach();
            await held.opened;
          }
          return null;
        },
      });
      await page.getByLabel('API key').fill(bare.key);
      await page.keyboard.press('Enter');
      await held.reached;
      await expect(page.getByText(/[23],000 of/)).toBeVisible();
      await page.screenshot({ path: `/tmp/pics/reading-${width}-${theme}.png` });
      await page.getByRole('button', { name: 'Stop' }).click();
      await expect(page.getByText(/^Stopped/)).toBeVisible();
      await page.screenshot({ path: `/tmp/pics/stopped-${width}-${theme}.png` });
      held.open();
      bare.behave({});
      await page.getByRole('button', { name: 'Go on' }).click();
      await expect(page.getByText(/^Read Today/)).toBeVisible({ timeout: 60000 });
      await page.screenshot({ path: `/tmp/pics/products-${width}-${theme}.png` });
      if (width < 1100) await page.getByRole('button', { name: 'Menu' }).click();
      await page.getByRole('link', { name: 'Tenders', exact: true }).click();
      await page.getByRole('link', { name: 'Lunch card' }).first().click();
      await expect(page.getByText('Edenred')).toBeVisible();
      await page.getByText('Edenred').scrollIntoViewIfNeeded();
      await page.screenshot({ path: `/tmp/pics/tender-${width}-${theme}.png` });
      const axe = await new AxeBuilder({ page }).analyze();
      expect(axe.violations.map((v) => [v.id, v.nodes.map((n) => n.html)])).toEqual([]);
      bare.behave({
        shown: (e) => (e.id === odd.id ? { ...e, data: ['a', { b: 1 }], shops: [{ id: 1, name: 'A' }] } : e),
      });
      if (width < 1100) await page.getByRole('button', { name: 'Menu' }).click();
      await page.getByRole('link', { name: 'Discounts', exact: true }).click();
      await page.getByRole('link', { name: 'Odd' }).first().click();
      await expect(page.getByText('shown as it came')).toBeVisible();
      await page.screenshot({ path: `/tmp/pics/odd-${width}-${theme}.png` });
      bare.behave({});
    }
});
