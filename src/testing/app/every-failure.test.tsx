import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { Screen } from '@/app/shell/screen';
import { contracts } from '@/resources/contracts';
import { screens } from '@/resources/screens';
import type { Entity } from '@/testing/answer';
import {
  failures,
  startFaultyService,
  refusal,
  writes,
  type FaultyService,
} from '@/testing/app/faulty-service';
import { samplesFor } from '@/testing/samples';

// Failures of saving in each form of each resource, from the registries, against the real service behind a failing
// socket.

let service: FaultyService;
beforeAll(async () => {
  service = await startFaultyService();
});
afterAll(() => service.close());
afterEach(() => {
  cleanup();
  service.heal();
});

const forms = Object.values(contracts).flatMap((contract) => {
  const found = Object.values<Screen>(screens).find((one) => one.contract === contract);
  // The company page is the form of the current company.
  const isForm = found?.form !== undefined || contract.name === 'company';
  if (!found || !isForm) return [];
  const { path, pages = [] } = found;
  // Some have a page of their own at the address of a record.
  const edit = pages.some((page) => page.path === `${path}/:id/edit`) ? '/edit' : '';
  const addressOf = (id: string) => (contract.name === 'company' ? path : `${path}/${id}${edit}`);
  return [{ name: contract.name, contract, path, addressOf }];
});

/** Forms that differ in how they save: prices, personal data, an e-mail that is unique, and a page without a list. */
const kindsOfForm = ['plu', 'customer', 'user', 'company'];
/** Two of them, for what is made anew: with an e-mail that is unique, and without. */
const kindsOfNew = ['plu', 'user'];
/** Returns every failure for each of the kinds; for the others one without an answer, and one with an answer that is none. */
const failuresOf = (name: string, kinds = kindsOfForm) =>
  kinds.includes(name)
    ? failures
    : failures.filter(([what]) => what === 'breaks off' || (typeof what === 'object' && what.status === 200));

const nameBox = () => {
  // From its label: `getByLabelText` asks every element of the page for its labels, in jsdom a quarter of these tests.
  const { control } = screen.getByText<HTMLLabelElement>('Name', { selector: 'label' });
  if (!(control instanceof HTMLInputElement)) throw new Error('The label is not that of an input');
  return control;
};
const rename = (name: string) => {
  fireEvent.change(nameBox(), { target: { value: name } });
  fireEvent.blur(nameBox());
};
const press = () => fireEvent.keyDown(window, { key: 's', ctrlKey: true });
const saveButton = () => screen.getByText(/^(Save|Invite)$/).closest('button');
const alerts = () => service.alerts();
/** Returns whether nothing is left to save, or the form is no longer shown. */
const isAllSaved = () => {
  const found = [...document.querySelectorAll('button')].find((one) =>
    /^(Sav(e|ing)|Invite)/.test(one.textContent),
  );
  return found === undefined || (found.disabled && !found.textContent.startsWith('Saving'));
};

/** Saves, and waits for the error message; each failure has a different one. */
async function expectSavingFails(typed: string, says: RegExp): Promise<void> {
  press();
  await waitFor(() => expect(alerts()).toMatch(says));
  // The typed text is still there and unsaved, and nothing says that it was saved.
  expect(nameBox().value).toBe(typed);
  await waitFor(() => expect(saveButton()?.disabled).toBe(false));
  expect(screen.queryByText(`${typed} saved`)).toBeNull();
  expect(screen.queryByText(`${typed} created`)).toBeNull();
}

test('there are forms to try', () => {
  expect(forms.map(({ name }) => name)).toEqual(
    expect.arrayContaining([...kindsOfForm, 'discount', 'tender', 'location', 'pos', 'apikey']),
  );
  expect(failuresOf('plu')).toHaveLength(5);
  expect(failuresOf('dpt')).toHaveLength(2);
});

for (const { name, contract, path, addressOf } of forms) {
  const make = async (): Promise<Entity> => {
    if (name === 'company')
      return (await service.send('GET', `/api/secure/company/${service.companies.helsinki.companyId}`))
        .entity;
    const body = await samplesFor(service.send).minimal(contract);
    const email = `${Math.random().toString(36).slice(2)}@example.org`;
    const answer = await service.send('POST', `/api/secure/${name}`, {
      json: { ...body, name: `${name} before`, ...('email' in contract.fields && { email }) },
    });
    expect(answer.status).toBe(201);
    return answer.entity;
  };
  const stored = async (id: string) => (await service.send('GET', `/api/secure/${name}/${id}`)).entity;

  // A key is created and revoked; a form cannot change it.
  if (name !== 'apikey')
    test(`${name}: whatever goes wrong with a save, the typing stays, and nothing says saved until it is`, async () => {
      const before = await make();
      const { id, version } = before;
      const session = await service.open(addressOf(id));
      await waitFor(nameBox);
      // A unique name, because toasts of the previous test may still be shown.
      const typed = `typed ${name}`;
      rename(typed);
      for (const [what, says] of failuresOf(name)) {
        service.fault = writes(what);
        await expectSavingFails(typed, says);
        expect(await stored(id)).toMatchObject({ version, name: before.name });
      }

      // The key is refused while the form is open; the user signs in again in place.
      service.fault = () => refusal(401);
      press();
      await screen.findByText(/You were signed out/);
      service.heal();
      await act(() => service.signIn(session));
      await waitFor(() => expect(nameBox().value).toBe(typed));
      expect(await stored(id)).toMatchObject({ version, name: before.name });

      // Somebody else has saved: the merge asks, and nothing of theirs is overwritten.
      expect(
        (await service.send('PUT', `/api/secure/${name}/${id}`, { json: { name: 'theirs' } })).status,
      ).toBe(200);
      press();
      fireEvent.click(await screen.findByText('Back to editing'));
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
      expect(nameBox().value).toBe(typed);
      expect(await stored(id)).toMatchObject({ version: version + 1, name: 'theirs' });
      fireEvent.click(screen.getByText('Put them together'));
      fireEvent.click(await screen.findByText('All yours'));

      // The save succeeds and its response is lost: the next attempt finds it stored.
      service.fault = writes('lost');
      await expectSavingFails(typed, /Not saved: no connection/);
      expect(await stored(id)).toMatchObject({ version: version + 2, name: typed });
      service.heal();
      press();
      await waitFor(() => expect(saveButton()?.disabled).toBe(true));
      expect(screen.queryByRole('dialog')).toBeNull();
      expect(await stored(id)).toMatchObject({ version: version + 2, name: typed });
    });

  test(`${name}: a new one that is not made for certain stays typed, and is made once`, async () => {
    const like = await make();
    // A child company starts empty; elsewhere a copy has the other required fields.
    await service.open(name === 'company' ? `${path}/new` : `${path}/new?copy=${like.id}`);
    await waitFor(nameBox);
    const typed = `${name} ${Math.random().toString(36).slice(2)}`;
    rename(typed);
    if ('email' in contract.fields) {
      const box = screen.getByLabelText('E-mail', { selector: 'input' });
      fireEvent.change(box, { target: { value: `${typed.replace(' ', '.')}@example.org` } });
      fireEvent.blur(box);
    }
    const made = async () =>
      (await service.send('GET', `/api/secure/${name}?pageSize=1000`)).entities.filter(
        (one) => one.name === typed,
      );
    for (const [what, says] of failuresOf(name, kindsOfNew)) {
      service.fault = writes(what);
      await expectSavingFails(typed, says);
      expect(await made()).toHaveLength(0);
    }
    service.fault = writes('lost');
    await expectSavingFails(typed, /Not saved: no connection/);
    expect(await made()).toHaveLength(1);
    service.heal();
    press();
    await waitFor(() => expect(isAllSaved()).toBe(true));
    expect(alerts()).not.toMatch(/Not saved|not certain/);
    expect(await made()).toHaveLength(1);
  });
}
