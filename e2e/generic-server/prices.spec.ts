import type { BareEntity } from './records';
import { differences, expect, snapshot, test, unique, wholeListTimeout } from './fixtures';

/** Makes products that a search for `word` finds. */
async function makeProducts(
  make: (list: string, fields: Record<string, unknown>) => Promise<BareEntity>,
  word: string,
  count: number,
) {
  const made: BareEntity[] = [];
  for (let n = 1; n <= count; n += 1)
    made.push(await make('plu', { name: `${word} ${n}`, base_price: '4.00', active: true, data: {} }));
  return made;
}

test('a formula of prices is stored record by record; what is refused stays with its reason, and is tried again', async ({
  signIn,
  bare,
  make,
}) => {
  const word = `Formula${unique()}`;
  const made = await makeProducts(make, word, 20);
  const before = snapshot(bare);
  const page = await signIn(`/prices?q=${word}`);
  const grid = page.getByRole('grid', { name: 'Prices' });
  await expect(grid).toHaveAttribute('aria-rowcount', '21', wholeListTimeout);
  await expect(page.getByRole('link', { name: 'Changes', exact: true })).toHaveCount(0);
  const formula = page.getByRole('textbox', { name: 'Formula for prices' });
  await formula.fill('+5 %, end .90 up');
  await expect(page.getByRole('region', { name: 'Formula' })).toContainText('20 of 20 cells would change');
  await formula.press('Enter');
  const collected = page.getByRole('region', { name: 'Collected changes' });
  await expect(collected).toContainText('20 cells in 20 rows');
  await expect(collected).toContainText('Not saved yet');
  expect(differences(before, bare).size).toBe(0);

  // One record is refused with a reason: the others are stored.
  const [first] = made;
  bare.behave({
    intercept: ({ method, path }) =>
      method === 'PUT' && path.endsWith(String(first?.id))
        ? { status: 422, text: '{"errors":[{"pointer":"/base_price","code":"x","detail":"Too dear"}]}' }
        : null,
  });
  await collected.getByRole('button', { name: /^Save 20 rows/ }).click();
  await expect(collected).toContainText('1 cell in 1 row');
  await expect(collected.getByRole('button', { name: '1 not taken' })).toBeVisible();
  const written = differences(before, bare);
  expect(written.size).toBe(19);
  for (const record of written.values()) expect(record).toContain('"base_price":"4.90"');

  // The refused one is not lost by leaving unseen, and is stored when it is tried again.
  await page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: 'Products', exact: true })
    .click();
  await page.getByRole('dialog').getByRole('button', { name: 'Stay' }).click();
  let answer = () => {};
  const held = new Promise<void>((resolve) => (answer = resolve));
  bare.behave({ intercept: ({ method }) => (method === 'PUT' ? held.then(() => null) : null) });
  await collected.getByRole('button', { name: /^Save 1 row/ }).click();
  await expect(collected).toHaveText('Saving …');
  answer();
  await expect(collected).toHaveCount(0);
  expect(differences(before, bare).size).toBe(20);

  // And taken back, a step after the other.
  await grid.focus();
  await page.keyboard.press('Control+z');
  await expect.poll(() => differences(before, bare).size).toBe(19);
  await page.keyboard.press('Control+z');
  await expect.poll(() => differences(before, bare).size).toBe(0);
});

test('a price that somebody else changed meanwhile is not written over unseen', async ({
  signIn,
  bare,
  make,
}) => {
  const word = `Meanwhile${unique()}`;
  const [product] = await makeProducts(make, word, 20);
  const page = await signIn(`/prices?q=${word}`);
  await expect(page.getByRole('grid', { name: 'Prices' })).toHaveAttribute(
    'aria-rowcount',
    '21',
    wholeListTimeout,
  );
  const formula = page.getByRole('textbox', { name: 'Formula for prices' });
  await formula.fill('+5 %, end .90 up');
  await expect(page.getByRole('region', { name: 'Formula' })).toContainText('20 of 20 cells would change');
  await formula.press('Enter');
  const collected = page.getByRole('region', { name: 'Collected changes' });
  await expect(collected).toContainText('20 cells in 20 rows');
  const answer = await fetch(`${bare.url}/api/secure/plu/${product?.id}`, {
    method: 'PUT',
    headers: { Authorization: `Bearer ${bare.key}`, 'Content-Type': 'application/json' },
    body: '{"base_price":"7.77"}',
  });
  expect(answer.status).toBe(200);
  await collected.getByRole('button', { name: /^Save 20 rows/ }).click();
  await expect(collected).toContainText('1 cell in 1 row');
  const price = () => bare.records('plu').find(({ id }) => id === product?.id)?.['base_price'];
  expect(price()).toBe('7.77');
  await collected.getByRole('button', { name: /^Save 1 row/ }).click();
  await expect.poll(price).toBe('4.90');
});
