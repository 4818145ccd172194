import { violations } from './support/axe';
import { press, reach } from './support/by-keyboard';
import { expect, test } from './support/fixtures';
import { openShopOfDays } from './support/shop-days';

test('an accountant asks about a receipt and a check; a manager answers from the overview, and who asked closes', async ({
  signIn,
  wire,
}) => {
  const send = await wire();
  const shop = await openShopOfDays(send);
  const { id, receipts } = await shop.day('2034-03-01', { close: true });
  const place = `/business-days/${id}`;
  const page = await signIn(`${place}?receipt=${receipts.cash.id}`, 'Accountant');
  const ask = async (text: string) => {
    await page.getByRole('combobox', { name: 'To' }).click();
    await page.getByRole('option', { name: 'Aino Lehtonen' }).click();
    await page.getByRole('textbox', { name: 'Question' }).fill(text);
    expect(await violations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Ask', exact: true }).click();
    await expect(page.getByRole('article', { name: text })).toContainText('Open');
  };
  const ofReceipt = `Who paid in ${shop.name}?`;
  await page.getByRole('button', { name: 'Ask about this receipt' }).click();
  await ask(ofReceipt);

  const ofCheck = `Was the drawer of ${shop.name} counted twice?`;
  await page.goto(place);
  await page.getByRole('button', { name: 'Show the checks' }).click();
  const cash = page.getByRole('table', { name: 'Checks' }).getByRole('row', { name: /^Cash/ });
  await press(page, cash.getByRole('button', { name: /^Ask about this/ }));
  await expect(page.getByRole('heading', { name: 'Ask a question' })).toBeFocused();
  await ask(ofCheck);

  const manager = await signIn('/', 'Manager');
  const open = manager.getByRole('region', { name: 'Open questions' });
  await expect(open.getByRole('listitem').filter({ hasText: ofCheck })).toContainText('Waits for you');
  await expect(manager.getByRole('link', { name: /^Questions \d+ waits? for you/ })).toBeVisible();
  expect(await violations(manager)).toEqual([]);
  await press(manager, open.getByRole('link', { name: ofReceipt }));
  await expect(manager).toHaveURL(new RegExp(`receipt=${receipts.cash.id}`));
  const thread = manager.getByRole('article', { name: ofReceipt });
  await reach(manager, thread.getByRole('textbox', { name: 'Answer' }));
  await manager.keyboard.type('A guest of the house');
  await press(manager, thread.getByRole('button', { name: 'Answer' }));
  await expect(thread).toContainText('Answered');
  await expect(thread.getByRole('button', { name: 'Close question' })).toHaveCount(0);

  const back = await signIn('/questions?mine=true', 'Accountant');
  const list = back.getByRole('region', { name: 'Questions' });
  await expect(list.getByRole('row').filter({ hasText: ofReceipt })).toContainText('Waits for you');
  expect(await violations(back)).toEqual([]);
  await list.getByRole('link', { name: ofReceipt }).click();
  const answered = back.getByRole('article', { name: ofReceipt });
  await expect(answered).toContainText('A guest of the house');
  await answered.getByRole('button', { name: 'Close question' }).click();
  await expect(answered).toContainText('Closed by Petri Salmela');
  await expect(answered.getByRole('textbox')).toHaveCount(0);

  await back.goto(`/audit?entity=question`);
  await expect(back.getByText('A guest of the house').first()).toBeVisible();
});

test('a manager learns who reopens a closed day, and asks an accountant in one press', async ({
  signIn,
  wire,
}) => {
  const shop = await openShopOfDays(await wire());
  const { id } = await shop.day('2034-03-02', { close: true });
  const page = await signIn(`/business-days/${id}`, 'Manager', 'en');
  await expect(page.getByText('An accountant or an administrator can reopen the day.')).toBeVisible();
  await page.getByRole('button', { name: 'Ask for it' }).click();
  // An accountant is asked already; which one, where other tests have invited some, is chosen here.
  const to = page.getByRole('combobox', { name: 'To' });
  await expect(to).not.toHaveValue('');
  await to.fill('Petri');
  await page.getByRole('option', { name: 'Petri Salmela' }).click();
  await expect(to).toHaveValue('Petri Salmela');
  const text = page.getByRole('textbox', { name: 'Question' });
  await expect(text).toHaveValue(/^Please reopen this day/);
  await text.press('Control+End');
  await text.pressSequentially('a receipt is missing.');
  expect(await violations(page)).toEqual([]);
  await page.getByRole('button', { name: 'Ask', exact: true }).click();
  const asked = 'Please reopen this day. It has to be corrected: a receipt is missing.';
  await expect(page.getByRole('article', { name: asked })).toContainText('Open');

  const accountant = await signIn(`/business-days/${id}`, 'Accountant', 'en');
  await expect(accountant.getByRole('button', { name: 'Reopen', exact: true })).toBeVisible();
  await expect(accountant.getByText('can reopen the day')).toHaveCount(0);
});
