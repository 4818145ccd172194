import { stringify } from 'lossless-json';
import { differences, snapshot, expect, onPath, save, test, unique } from './fixtures';

for (const [says, answer] of [
  ['limits (429)', { status: 429, headers: { 'Retry-After': '60' } }],
  ['answers 500', { status: 500, text: 'out of order' }],
  ['answers something that is not JSON', { status: 503, text: '<html>busy</html>' }],
  ['breaks off', 'breaks off'],
] as const) {
  test(`a save on a server that ${says} says so, keeps the typing, never says saved, and is tried again`, async ({
    signIn,
    bare,
    make,
  }) => {
    const customer = await make('customer', {
      name: `Zz busy ${unique()}`,
      customer_num: 7,
      data: { ext: { n: 1 } },
    });
    const page = await signIn(`/customers/${customer.id}`);
    const phone = page.getByRole('textbox', { name: 'Phone' });
    await phone.fill('+358 50 1');
    const before = snapshot(bare);
    bare.behave({ intercept: onPath({ method: 'PUT', path: /./ }, answer) });
    await page.keyboard.press('Control+s');
    await expect(page.getByRole('alert').filter({ hasText: /[Nn]ot saved|not certain/ })).toBeVisible();
    await expect(phone).toHaveValue('+358 50 1');
    await expect(save(page)).toBeEnabled();
    expect(differences(before, bare).size).toBe(0);
    bare.behave({});
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(save(page)).toBeDisabled();
    expect([...differences(before, bare).values()]).toEqual([
      stringify({ ...customer, data: { ...customer.data, phone: '+358 50 1' } }),
    ]);
  });
}

test('a save whose answer got lost is looked for before it is sent again, and is saved once', async ({
  signIn,
  bare,
  make,
}) => {
  const customer = await make('customer', { name: `Zz lost ${unique()}`, customer_num: 8, data: {} });
  const page = await signIn(`/customers/${customer.id}`);
  await page.getByRole('textbox', { name: 'Phone' }).fill('+358 50 2');
  bare.behave({ interceptAfter: onPath({ method: 'PUT', path: /./ }, 'breaks off') });
  await page.keyboard.press('Control+s');
  await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible();
  let writes = 0;
  bare.behave({
    intercept: ({ method }) => {
      if (method === 'PUT') writes += 1;
      return null;
    },
  });
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(save(page)).toBeDisabled();
  expect(writes).toBe(0);
  expect(bare.records('customer').find(({ id }) => id === customer.id)?.data).toEqual({ phone: '+358 50 2' });
});

test('a server whose PUT answers nothing is read again; what it stored otherwise is shown field by field', async ({
  signIn,
  bare,
  make,
}) => {
  const customer = await make('customer', {
    name: `Zz quiet ${unique()}`,
    customer_num: 9,
    data: { note: 'old' },
  });
  const page = await signIn(`/customers/${customer.id}`);
  const phone = page.getByRole('textbox', { name: 'Phone' });
  await phone.fill('+358 50 3');
  bare.behave({ putAnswer: () => undefined });
  await page.keyboard.press('Control+s');
  await expect(save(page)).toBeDisabled();
  expect(bare.records('customer').find(({ id }) => id === customer.id)?.data).toEqual({
    note: 'old',
    phone: '+358 50 3',
  });

  // The server normalizes a phone number in its own way and drops the note.
  bare.behave({
    putAnswer: () => ({ ok: true }),
    merged: (stored) => ({ ...stored, data: { phone: '0' } }),
  });
  await phone.fill('+358 50 4');
  await page.keyboard.press('Control+s');
  const banner = page.getByText(/stored something else/);
  await expect(banner).toBeVisible();
  await expect(page.getByText('Phone: 0 instead of +358 50 4')).toBeVisible();
  await expect(page.getByText('Note: empty instead of old')).toBeVisible();
  await expect(phone).toHaveValue('0');
});

test('what somebody else changed meanwhile is put together, and nothing of theirs is written over', async ({
  signIn,
  bare,
  make,
}) => {
  const customer = await make('customer', {
    name: `Zz both ${unique()}`,
    customer_num: 10,
    data: { note: 'old' },
  });
  const page = await signIn(`/customers/${customer.id}`);
  await page.getByRole('textbox', { name: 'Phone' }).fill('+358 50 5');
  await make('customer', { id: customer.id, data: { note: 'theirs', unheard_of: { deep: [1.5] } } });
  await page.keyboard.press('Control+s');
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('was saved by someone else');
  await dialog.getByRole('button', { name: 'Save the result' }).click();
  await expect(dialog).toBeHidden();
  await expect(save(page)).toBeDisabled();
  const stored = bare.records('customer').find(({ id }) => id === customer.id);
  expect(stringify(stored?.data)).toBe('{"note":"theirs","unheard_of":{"deep":[1.5]},"phone":"+358 50 5"}');
});

test('a new record whose answer cannot be read is never called saved, and the typing stays', async ({
  signIn,
  bare,
}) => {
  const name = `Zz unread ${unique()}`;
  const page = await signIn('/customers/new');
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill(name);
  bare.behave({ interceptAfter: onPath({ method: 'POST', path: /./ }, { status: 200, text: 'thanks' }) });
  await page.keyboard.press('Control+s');
  await expect(page.getByText(/Look for it in the list before you save it again/)).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Name', exact: true })).toHaveValue(name);
  await expect(page).toHaveURL(/\/new$/);
});
