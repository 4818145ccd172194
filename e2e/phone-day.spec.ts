import type { Locator, Page } from '@playwright/test';
import { dayTexts } from '@/days/closing/day-texts';
import { reportTexts } from '@/days/report/report-texts';
import { texts as setTexts } from '@/resources/changeset/texts';
import { changeSets } from '@/testing/change-sets';
import { beginSession, disableLiveChanges, expect, test } from './support/fixtures';
import { openLocation } from './support/open-location';
import { expectRead, unreachable } from './support/reach';

/** Of a phone upright, of the narrowest one, and of one on its side; how high the keyboard is there. */
const phones = [
  { width: 390, height: 844, keyboard: 336, language: 'en' },
  { width: 320, height: 568, keyboard: 253, language: 'fi' },
  { width: 844, height: 390, keyboard: 200, language: 'en' },
] as const;

/** The names of a set's records are as high as their rows, 36 px, where a window is wide. */
const rowLinks = 'a[data-row-link]';

/** Expects the button that goes on to be within the window, also of what the keyboard leaves of it. */
async function expectAboveKeyboard(page: Page, primary: Locator, keyboard: number): Promise<void> {
  const size = page.viewportSize() ?? { width: 0, height: 0 };
  for (const height of [size.height, size.height - keyboard]) {
    await page.setViewportSize({ width: size.width, height });
    await expect(primary).toBeInViewport({ ratio: 1 });
    await primary.click({ trial: true });
  }
  await page.setViewportSize(size);
}

for (const { width, height, keyboard, language } of phones)
  test.describe(`at ${width} × ${height} in ${language}`, () => {
    test.afterEach(async ({ context }) => {
      for (const person of ['Manager', 'Accountant', 'Administrator'] as const)
        await beginSession(context, person);
    });
    test.use({ viewport: { width, height }, hasTouch: true, locale: language });

    test('a day is opened, counted, closed and read, and a change set approved: all that is touched is in sight and 44 px high', async ({
      context,
      signIn,
      wire,
    }) => {
      const send = await wire('Manager');
      const place = await openLocation(send);
      const day = dayTexts[language];
      const named = (text: string, name: string) => text.replace('{{name}}', name);
      await disableLiveChanges(context);
      const found: string[] = [];
      const measure = async (step: string, page: Page) => {
        await expectRead(page);
        found.push(
          ...(await unreachable(page, width < 600 ? undefined : rowLinks)).map((each) => `${step}: ${each}`),
        );
      };

      const page = await signIn(`/business-days/open?location_id=${place.location_id}`, 'Manager', language);
      expect(await page.evaluate(() => matchMedia('(pointer: coarse)').matches)).toBe(true);
      await page.getByLabel(day['open.date'], { exact: true }).last().fill('2031-05-06');
      const float = (till: string) =>
        width < 600
          ? page.getByRole('region', { name: till }).getByRole('textbox', { name: day.opening, exact: true })
          : page.getByRole('textbox', { name: named(day.openingOf, till) });
      await expect(float('Till A')).toBeVisible();
      await float('Till B').fill('20');
      await measure('open', page);
      const opens = page.getByRole('button', { name: day['open.confirm'] });
      await expectAboveKeyboard(page, opens, keyboard);
      await opens.click();
      await expect(page).toHaveURL(/\/business-days\/[\da-f-]{36}$/);
      const id = new URL(page.url()).pathname.split('/').at(-1) ?? '';
      await place.sell(id, place.first, 'cash', '12.35');
      await page.reload();
      const counts = page.getByRole('button', { name: day['close.do'] });
      await expect(counts).toBeVisible();
      await measure('open day', page);

      await counts.click();
      const dialog = page.getByRole('dialog', { name: day['close.title'] });
      const card = dialog.getByRole('region', { name: 'Till A' });
      await expect(dialog.getByText(day['close.blind'])).toBeVisible();
      await measure('count', page);
      const closes = dialog.getByRole('button', { name: day['close.confirm'] });
      await expectAboveKeyboard(page, closes, keyboard);
      await dialog.getByRole('button', { name: named(day['close.byPiecesOf'], 'Till A') }).click();
      if (width < 600) {
        const sheet = page.getByRole('dialog', { name: named(day['pieces.title'], 'Till A') });
        const pieces = (worth: number) =>
          sheet.getByRole('textbox', { name: new RegExp(`(?:^| )${worth}[.,]00 €`) });
        await pieces(50).fill('3');
        await pieces(10).fill('1');
        await measure('notes and coins', page);
        const use = sheet.getByRole('button', { name: /160[.,]00/ });
        await expectAboveKeyboard(page, use, keyboard);
        await use.click();
        await expect(sheet).toBeHidden();
        await expect(card.getByRole('textbox', { name: day.counted })).toHaveValue(/^160[.,]00$/);
        await expect(card).toContainText(/2[.,]35 (?:short|ali)/);
        // The name stays while what it names passes beneath it.
        const name = card.getByRole('heading', { name: 'Till A' });
        await card.getByText(day['pieces.do']).evaluate((one) => one.scrollIntoView({ block: 'start' }));
        await expect(name).toBeInViewport({ ratio: 1 });
        const field = await card.getByRole('textbox', { name: day.counted }).locator('..').boundingBox();
        expect(field?.width).toBe(width - 32);
      } else {
        await dialog
          .getByRole('textbox', { name: /50[.,]00 €, Till A/ })
          .first()
          .fill('3');
        await dialog.getByRole('textbox', { name: / 10[.,]00 €, Till A/ }).fill('1');
        await measure('notes and coins', page);
      }
      const countedOfB =
        width < 600
          ? dialog.getByRole('region', { name: 'Till B' }).getByRole('textbox', { name: day.counted })
          : dialog.getByRole('textbox', { name: named(day.countedOf, 'Till B') });
      await countedOfB.fill('20');
      await dialog.getByRole('textbox', { name: day['close.reason'] }).fill('A coin rolled away');
      await dialog.locator(':focus').blur();
      await measure('counted', page);
      await closes.click();
      await expect(dialog).toBeHidden();
      expect((await send('GET', `/api/secure/businessday/${id}`)).entity).toMatchObject({
        status: 'closed',
        totals: { over_short: '-2.35' },
      });

      await beginSession(context, 'Accountant', language);
      await page.goto(`/business-days/${id}`);
      const mark = page.getByRole('button', { name: reportTexts[language]['mark.do'] });
      await expect(mark).toBeVisible();
      await measure('report', page);
      await expectAboveKeyboard(page, mark, 0);

      const [like] = (await send('GET', '/api/secure/plu?pageSize=1')).entities;
      const product = await place.make('plu', {
        name: 'Bun',
        dpt_id: like?.['dpt_id'],
        tax_id: like?.['tax_id'],
      });
      const set = await changeSets(send).draft(
        [{ resource: 'plu', record_id: product, patch: { name: 'Bun with salmon' } }],
        { name: `From the phone ${place.name}` },
      );
      await changeSets(send).move(set, 'preview');
      await changeSets(send).move(set, 'request');
      await beginSession(context, 'Administrator', language);
      await page.goto(`/changes/${set}`);
      const approve = page.getByRole('button', { name: setTexts[language].approve });
      await expect(approve).toBeVisible();
      await measure('change set', page);
      await expectAboveKeyboard(page, approve, 0);
      const main = await page.getByRole('main').boundingBox();
      expect((main?.y ?? 0) + (main?.height ?? 0)).toBe(height);
      await approve.click();
      await expect(approve).toBeHidden();
      expect((await changeSets(send).get(set))['approved_by']).not.toBeNull();
      expect(found).toEqual([]);
    });
  });
