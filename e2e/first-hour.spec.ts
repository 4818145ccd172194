import { expect, test, type Page } from '@playwright/test';
import { violations } from './support/axe';
import { press, reach, type } from './support/by-keyboard';
import { expectRead, unreachable } from './support/reach';
import { onEmpty } from './support/service';
import { sellAt } from '../scripts/lab/first-till.mjs';

// A service without a company, from the link that its start prints to the first receipt of a paired till.

const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const link = (page: Page, name: string) => page.getByRole('link', { name, exact: true });
const box = (page: Page, name: RegExp) => page.getByRole('combobox', { name });
const firstHour = (page: Page) => page.getByRole('region', { name: 'The first hour' });
const progress = (page: Page, done: number) => expect(page.getByText(`${done} of 6 done`)).toBeVisible();

/** Makes the company by the link, with the keyboard. */
async function makeCompany(page: Page, at: string): Promise<void> {
  await page.goto(at);
  await type(page, field(page, 'Name'), 'Leipomo Aalto');
  await type(page, field(page, 'Your name'), 'Ida Aalto');
  await type(page, field(page, 'E-mail'), 'ida@leipomoaalto.example');
  await type(page, page.getByLabel('Password', { exact: true }), 'rye dough at four');
  await page.keyboard.press('Enter');
  await expect(firstHour(page)).toBeVisible();
}

test('by keyboard alone: a company, its place, a priced product, a person and a till that sells; then the first hour is gone', async ({
  browser,
}) => {
  await onEmpty(async ({ address, firstLink }) => {
    const context = await browser.newContext({
      locale: 'en-GB',
      timezoneId: 'Europe/Helsinki',
      baseURL: address,
    });
    const page = await context.newPage();
    // Who opens the address alone is told where the link is.
    await page.goto('/');
    await expect(page.getByRole('heading', { name: 'No company here yet' })).toBeVisible();
    await page.goto(firstLink);
    await page.reload();
    await expect(field(page, 'Name')).toBeFocused();
    await press(page, button(page, 'Make the company'));
    await expect(field(page, 'Name')).toBeFocused();
    expect(await violations(page)).toEqual([]);
    await type(page, page.getByLabel('Password', { exact: true }), 'password1234');
    await type(page, field(page, 'Name'), 'Leipomo Aalto');
    await type(page, field(page, 'Your name'), 'Ida Aalto');
    await type(page, field(page, 'E-mail'), 'ida@leipomoaalto.example');
    await page.keyboard.press('Enter');
    await expect(page.getByText('One of the most common passwords')).toBeVisible();
    await expect(page.getByLabel('Password', { exact: true })).toBeFocused();
    await expect(field(page, 'Name')).toHaveValue('Leipomo Aalto');
    await type(page, page.getByLabel('Password', { exact: true }), 'rye dough at four');
    await page.keyboard.press('Enter');

    await progress(page, 2);
    expect(await violations(page)).toEqual([]);
    await type(page, field(page, 'Location'), 'Kallio');
    await page.keyboard.press('Enter');
    await expect(page.getByText('Kallio, Register 1. The day ends at 00:00')).toBeVisible();
    await progress(page, 3);

    await press(page, link(page, 'Add one: Products'));
    await type(page, field(page, 'Name'), 'Rye loaf');
    await reach(page, box(page, /^Department/));
    await page.keyboard.type('Bread');
    await expect(page.getByRole('option', { name: 'Add “Bread”' })).toBeVisible();
    await page.keyboard.press('Enter');
    await expect(box(page, /^Department/)).toHaveValue('Bread');
    await reach(page, box(page, /^Tax/));
    await page.keyboard.type('25,5');
    await expect(page.getByRole('option', { name: /ALV 25,5/ })).toBeVisible();
    await page.keyboard.press('Enter');
    await type(page, field(page, 'Base price'), '4.50');
    await page.keyboard.press('Control+s');
    await expect(page.getByRole('heading', { level: 1, name: 'Rye loaf' })).toBeVisible();
    await expect(page.getByText('New, not saved')).toBeHidden();

    await press(page, page.getByRole('link', { name: 'Overview' }));
    await expect(page.getByText('1 product in 1 department')).toBeVisible();
    await press(page, button(page, 'Hide for now'));
    await expect(page.getByRole('heading', { name: 'To do' })).toBeVisible();
    await page.reload();
    await press(page, button(page, 'Show the first hour'));
    await press(page, firstHour(page).getByRole('link', { name: 'Invite' }));
    await type(page, field(page, 'Name'), 'Onni Aalto');
    await type(page, field(page, 'E-mail'), 'onni@leipomoaalto.example');
    await reach(page, box(page, /^Role/));
    await page.keyboard.press('Enter');
    const manager = page.getByRole('option', { name: /^Manager/ });
    await expect(manager).toBeVisible();
    while ((await manager.getAttribute('data-combobox-selected')) !== 'true')
      await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Control+s');
    await expect(page.getByText('New, not saved')).toBeHidden();

    await page.goto('/');
    await progress(page, 5);
    await press(page, button(page, 'Make a code'));
    const code =
      (await page
        .getByText(/^[A-Z0-9]{4}-[A-Z0-9]{4}$/)
        .first()
        .textContent()) ?? '';
    await sellAt(address, code);
    await expect(page.getByText('Register 1 is paired')).toBeVisible();
    await progress(page, 6);
    await page.goto('/');
    await expect(page.getByRole('heading', { name: 'To do' })).toBeVisible();
    await expect(page.locator('title', { hasText: '4.50' })).toHaveCount(1);
    await expect(firstHour(page)).toBeHidden();
    await context.close();
  });
});

test('on a phone and in Finnish it fits, every control can be hit, and what is hidden stays so', async ({
  browser,
}) => {
  await onEmpty(async ({ address, firstLink }) => {
    const context = await browser.newContext({
      locale: 'fi-FI',
      timezoneId: 'Europe/Helsinki',
      baseURL: address,
      viewport: { width: 390, height: 844 },
      hasTouch: true,
    });
    const page = await context.newPage();
    const fits = () => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth);
    await page.goto(firstLink);
    await expect(page.getByRole('heading', { name: 'Perusta yrityksesi' })).toBeVisible();
    expect([await fits(), await unreachable(page)]).toEqual([true, []]);
    await field(page, 'Nimi').fill('Leipomo Aalto');
    await field(page, 'Nimesi').fill('Ida Aalto');
    await field(page, 'Sähköposti').fill('ida@leipomoaalto.example');
    await page.getByLabel('Salasana', { exact: true }).fill('rukiinen taikina neljältä');
    await button(page, 'Perusta yritys').tap();
    await expect(page.getByRole('region', { name: 'Ensimmäinen tunti' })).toBeVisible();
    await expectRead(page);
    expect([await fits(), await unreachable(page)]).toEqual([true, []]);
    await field(page, 'Toimipaikka').fill('Kallio');
    await button(page, 'Lisää ne').tap();
    await button(page, 'Yhdistä').tap();
    await button(page, 'Tee koodi').tap();
    await expect(page.getByText('Odotetaan kassaa').or(page.getByRole('timer'))).toBeVisible();
    expect([await fits(), await unreachable(page)]).toEqual([true, []]);
    await context.close();
  });
});

test('the link makes one company: another tab of it says so, and whoever made it signs in', async ({
  browser,
}) => {
  await onEmpty(async ({ address, firstLink }) => {
    const context = await browser.newContext({
      locale: 'en-GB',
      timezoneId: 'Europe/Helsinki',
      baseURL: address,
    });
    const [page, other] = [await context.newPage(), await context.newPage()];
    await other.goto(firstLink);
    await makeCompany(page, firstLink);
    await field(other, 'Name').fill('Aalto twice');
    await field(other, 'Your name').fill('Ida');
    await field(other, 'E-mail').fill('ida@aalto.example');
    await other.getByLabel('Password', { exact: true }).fill('rye dough at four');
    await button(other, 'Make the company').click();
    await expect(other.getByText('This link was used')).toBeVisible();
    await expect(field(other, 'Name')).toHaveValue('Aalto twice');
    // Whose answer was lost had made it: the same once more lets them in.
    await field(other, 'E-mail').fill('Ida@LeipomoAalto.example');
    await button(other, 'Make the company').click();
    await expect(firstHour(other)).toBeVisible();
    await context.close();
  });
});

test('the link of a new start that is pasted over a used one, in the same tab, is opened', async ({
  browser,
}) => {
  await onEmpty(async ({ address, firstLink }) => {
    const context = await browser.newContext({ locale: 'en-GB', baseURL: address });
    const page = await context.newPage();
    await page.goto('/invitation#b.used-already');
    await expect(page.getByText('This link was used')).toBeVisible();
    await page.goto(firstLink);
    await field(page, 'Your name').fill('Ida Aalto');
    await context.close();
  });
});
