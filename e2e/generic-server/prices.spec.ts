import { differences, expect, snapshot, test, unique, wholeListTimeout } from './fixtures';

test('a formula of prices is a change set of this browser: previewed, applied record by record and undone', async ({
  signIn,
  bare,
  make,
}) => {
  const word = `Formula${unique()}`;
  const tax = bare.records('tax')[0]?.id;
  const dpt = bare.records('dpt')[0]?.id;
  for (let n = 1; n <= 20; n += 1)
    await make('plu', {
      name: `${word} ${n}`,
      base_price: '4.00',
      dpt_id: dpt,
      tax_id: tax,
      active: true,
      data: {},
    });
  const before = snapshot(bare);
  const page = await signIn(`/prices?q=${word}`);
  const grid = page.getByRole('grid', { name: 'Prices' });
  await expect(grid).toHaveAttribute('aria-rowcount', '21', wholeListTimeout);
  const formula = page.getByRole('textbox', { name: 'Formula for prices' });
  await formula.fill('+5 %, end .90 up');
  await expect(page.getByRole('region', { name: 'Formula' })).toContainText('20 of 20 cells would change');
  await formula.press('Enter');
  await expect(page.getByRole('region', { name: 'Collected changes' })).toContainText('20 cells in 20 rows');
  expect(differences(before, bare).size).toBe(0);
  await page.keyboard.press('Control+Enter');
  const foot = page.getByRole('region', { name: 'What to do with this set' });
  const apply = foot.getByRole('button', { name: /^Apply 20 now/ });
  await expect(page.getByText('Kept until this tab is closed')).toBeVisible();
  await apply.click();
  await expect(page.getByText(/^Applied today/)).toBeVisible();
  const written = [...differences(before, bare).values()];
  expect(written).toHaveLength(20);
  for (const record of written) expect(record).toContain('"base_price":"4.90"');

  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await page.getByRole('button', { name: 'Preview the undo' }).click();
  await apply.click();
  await expect(page.getByText(/^Applied today/)).toBeVisible();
  for (const { name, base_price: price } of bare
    .records('plu')
    .filter(({ name }) => String(name).startsWith(word)))
    expect([name, price]).toEqual([name, '4.00']);
});
