import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { expect, test } from './support/fixtures';

const unique = (what: string) => `${what} ${randomUUID().slice(0, 8)}`;

/** Opens a product of its own, so that no other test changes it. */
async function openProduct(signIn: (path: string) => Promise<Page>, api: Api): Promise<Page> {
  const [dpt] = (await api('GET', '/api/secure/dpt?pageSize=1')).entities;
  const json = { name: unique('Bun'), dpt_id: dpt?.id, tax_id: dpt?.['tax_id'], base_price: '3.00' };
  const { id } = (await api('POST', '/api/secure/plu', { json })).entity;
  const page = await signIn(`/products/${id}`);
  await expect(page.getByRole('textbox', { name: 'Name', exact: true })).toBeVisible();
  return page;
}
type Api = Awaited<ReturnType<Parameters<Parameters<typeof test>[2]>[0]['wire']>>;

test('a click beside a barcode row that was left empty reaches what it was meant for', async ({
  signIn,
  wire,
}) => {
  const page = await openProduct(signIn, await wire());
  const barcode = page.locator('#barcodes').getByRole('textbox');
  const units = page.locator('#stock tbody tr');
  for (const button of ['Add a unit', 'Add a barcode', 'Add a unit']) {
    await page.getByRole('button', { name: 'Add a barcode' }).click();
    await expect(barcode).toBeFocused();
    const before = await units.count();
    await page.getByRole('button', { name: button }).click();
    if (button === 'Add a unit') {
      await expect(units).toHaveCount(before + 1);
      await expect(barcode).toHaveCount(0);
    } else await expect(barcode).toBeFocused();
  }
});

test('a click below a field that turns out wrong reaches what it was meant for', async ({ signIn }) => {
  const page = await signIn('/customers/new');
  const email = page.getByRole('textbox', { name: 'E-mail' });
  await email.fill('not an address');
  const below = page.getByRole('textbox', { name: 'Note', exact: true });
  await below.scrollIntoViewIfNeeded();
  const { x, y, width } = (await below.boundingBox()) ?? { x: 0, y: 0, width: 0 };
  // Its edge, which an error above it would move away from under the pointer.
  await page.mouse.click(x + width / 2, y + 3);
  await expect(below).toBeFocused();
  await expect(email).toHaveAttribute('aria-invalid', 'true');
});

for (const [width, height] of [
  [1440, 900],
  [768, 1024],
  [390, 844],
] as const)
  test(`a toast moves nothing, and covers neither the foot nor what gets the focus at ${width}`, async ({
    signIn,
    wire,
  }) => {
    const page = await openProduct(signIn, await wire());
    await page.setViewportSize({ width, height });
    const name = page.getByRole('textbox', { name: 'Name', exact: true });
    await name.fill(unique('Bun'));
    const scroller = page.locator('[data-scroll]').first();
    const before = await scroller.boundingBox();
    await page.keyboard.press('Control+s');
    const toast = page.locator('[data-toasts] > div');
    await expect(toast).toBeVisible();
    // Something to save again, so that the bar that saves is there, too.
    await name.fill(unique('Bun'));
    await toast.hover();
    await expect.poll(() => scroller.boundingBox()).toEqual(before);
    const covered = await page.evaluate(() => {
      const [toast] = [...document.querySelectorAll('[data-toasts] > div')].map((one) =>
        one.getBoundingClientRect(),
      );
      if (!toast) return ['no toast'];
      const isUnder = (element: Element) => {
        const { left, right, top, bottom } = element.getBoundingClientRect();
        return left < toast.right && toast.left < right && top < toast.bottom && toast.top < bottom;
      };
      const fixed = [...document.querySelectorAll('header *, [data-save-bar] *')].filter(isUnder);
      const focused = [
        ...document.querySelectorAll<HTMLElement>('form[data-record] :is(input, textarea, button):enabled'),
      ].filter((one) => {
        if (!one.checkVisibility()) return false;
        one.focus();
        return isUnder(one);
      });
      return [...fixed, ...focused].map((one) => one.outerHTML.slice(0, 100));
    });
    expect(covered).toEqual([]);
    expect(await toast.count()).toBe(1);
  });

test('the section that is being read is marked at once, down to the last one, and the one that was chosen', async ({
  signIn,
  wire,
}) => {
  const page = await openProduct(signIn, await wire());
  const links = page.getByRole('navigation', { name: 'Sections' }).getByRole('link');
  const marked = page.locator('nav [aria-current="true"]:is(a[href^="#"])');
  // The company's own fields are read after the form.
  await expect(links.filter({ hasText: 'Company fields' })).toBeVisible();
  const names = await links.allTextContents();
  await expect(marked).toHaveText(names[0] ?? '');
  const scroller = page.locator('[data-scroll]').first();
  // Each of them has its turn on the way down, in order.
  const seen = await scroller.evaluate(async (one) => {
    const found: string[] = [];
    const drawn = () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    for (let at = 0; at <= one.scrollHeight - one.clientHeight; at += 8) {
      one.scrollTop = at;
      await drawn();
      const now = document.querySelector('nav a[href^="#"][aria-current="true"]')?.textContent ?? '';
      if (found.at(-1) !== now) found.push(now);
    }
    one.scrollTop = one.scrollHeight;
    await drawn();
    found.push(document.querySelector('nav a[href^="#"][aria-current="true"]')?.textContent ?? '');
    return found;
  });
  expect([...new Set(seen)]).toEqual(names);
  expect(seen.at(-1)).toBe(names.at(-1));
  for (const name of [...names].toReversed()) {
    await links.filter({ hasText: name }).first().click();
    await expect(marked).toHaveText(name);
  }
});

test('what is added above a section does not leave the mark behind', async ({ signIn, wire }) => {
  const page = await openProduct(signIn, await wire());
  await page.setViewportSize({ width: 1440, height: 600 });
  const marked = page.locator('nav a[href^="#"][aria-current="true"]');
  const scroller = page.locator('[data-scroll]').first();
  await scroller.evaluate((one: HTMLElement) => {
    // Not every browser keeps what is in sight in its place.
    one.style.overflowAnchor = 'none';
    const section = document.querySelector('#barcodes')?.getBoundingClientRect().top ?? 0;
    one.scrollTop += section - one.getBoundingClientRect().top - 60;
  });
  await expect(marked).toHaveAttribute('href', '#barcodes');
  // As when rows are added to the section before it.
  await page.locator('#prices').evaluate((one) => (one.style.paddingBottom = '400px'));
  await expect(marked).toHaveAttribute('href', '#prices');
});

test('from a record’s page the name is reached with one Tab and Enter, and from the keyboard alone after a load', async ({
  signIn,
  wire,
}) => {
  const page = await openProduct(signIn, await wire());
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await page.keyboard.press('Tab');
  const skip = page.getByRole('button', { name: 'Skip to the fields' });
  await expect(skip).toBeFocused();
  await expect(skip).toBeInViewport();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('textbox', { name: 'Name', exact: true })).toBeFocused();
  await expect(skip).not.toBeInViewport();
});

test('nobody is invited without a role: it is asked for at its field, and no membership and no link is made', async ({
  signIn,
  wire,
}) => {
  const api = await wire('Administrator');
  const page = await signIn('/users/new', 'Administrator');
  const name = unique('Guest');
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill(name);
  await page.getByRole('textbox', { name: 'E-mail', exact: true }).fill(`${randomUUID()}@example.org`);
  const role = page.getByRole('combobox', { name: 'Role' });
  await expect(role).toHaveValue('');
  await expect(page.getByText('Still needed')).toContainText('Role');
  await page.keyboard.press('Control+s');
  await expect(role).toHaveAttribute('aria-invalid', 'true');
  await expect(role).toBeFocused();
  expect((await api('GET', `/api/secure/user?q=${encodeURIComponent(name)}`)).entities).toEqual([]);
  await role.click();
  await page.getByRole('option', { name: 'Accountant' }).click();
  await expect(page.getByText(/Days, receipts and reports/)).toBeVisible();
  await page.keyboard.press('Control+s');
  await expect(page.getByLabel('One-time link')).toHaveValue(/\/invitation#/);
  await expect(page.getByText(/as accountant/)).toBeVisible();
});

test('where all sections are in sight, the first one is marked until another is chosen', async ({
  signIn,
}) => {
  const page = await signIn('/customers/new', 'Manager');
  await page.setViewportSize({ width: 1440, height: 1000 });
  const links = page.getByRole('navigation', { name: 'Sections' }).getByRole('link');
  const marked = page.locator('nav a[href^="#"][aria-current="true"]');
  await expect(marked).toHaveText((await links.first().textContent()) ?? '');
  await links.last().click();
  await expect(marked).toHaveText((await links.last().textContent()) ?? '');
});

test('what is typed survives a reload, of a record and of a new one, until it is saved, and is nobody else’s', async ({
  signIn,
  wire,
}) => {
  const api = await wire();
  const page = await openProduct(signIn, api);
  page.on('dialog', (dialog) => void dialog.accept());
  const name = page.getByRole('textbox', { name: 'Name', exact: true });
  const stored = await name.inputValue();
  const typed = unique('Typed');
  await name.fill(typed);
  const isKept = (what = 'tillhouse.typed ') =>
    page.evaluate((part) => Object.entries(sessionStorage).flat().join(' ').includes(part), what);
  await expect.poll(() => isKept()).toBe(true);
  expect(await isKept(typed)).toBe(false);
  await page.reload();
  await expect(name).toHaveValue(typed);
  // Twice, since nothing is typed between.
  await page.reload();
  await expect(name).toHaveValue(typed);
  await page.keyboard.press('Control+s');
  await expect.poll(() => isKept()).toBe(false);
  await page.reload();
  await expect(name).toHaveValue(typed);
  await expect(page.getByRole('button', { name: 'Save', exact: true })).toBeHidden();

  await page.goto('/customers/new');
  const note = page.getByRole('textbox', { name: 'Note', exact: true });
  await note.fill(stored);
  await expect.poll(() => isKept()).toBe(true);
  await page.reload();
  await expect(note).toHaveValue(stored);
  const leave = page.getByRole('dialog', { name: 'Leave without saving?' });
  await page.getByRole('link', { name: 'Customers' }).first().click();
  await leave.getByRole('button', { name: 'Leave without saving' }).click();
  await expect.poll(() => isKept()).toBe(false);
  await page.goto('/customers/new');
  await expect(note).toHaveValue('');

  // Somebody else in the same tab, who comes without signing out.
  await note.fill(stored);
  await expect.poll(() => isKept()).toBe(true);
  await page.request.post('/api/demo/session', {
    data: { role: 'admin' },
    headers: { 'Sec-Fetch-Site': 'same-origin' },
  });
  await page.reload();
  await expect(note).toHaveValue('');
  await expect.poll(() => isKept()).toBe(false);
});

test('what was typed before a reload is merged with what somebody else saved meanwhile', async ({
  signIn,
  wire,
}) => {
  const api = await wire();
  const page = await openProduct(signIn, api);
  page.on('dialog', (dialog) => void dialog.accept());
  const name = page.getByRole('textbox', { name: 'Name', exact: true });
  const [typed, theirs] = [unique('Typed'), unique('Theirs')];
  await name.fill(typed);
  await expect.poll(() => page.evaluate(() => Object.keys(sessionStorage).length)).toBe(1);
  const id = page.url().split('/').at(-1);
  await api('PUT', `/api/secure/plu/${id}`, { json: { name: theirs } });
  await page.reload();
  await expect(name).toHaveValue(typed);
  await page.keyboard.press('Control+s');
  await expect(page.getByRole('dialog')).toContainText(theirs);
  expect((await api('GET', `/api/secure/plu/${id}`)).entity['name']).toBe(theirs);
});
