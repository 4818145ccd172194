import { expect, it } from 'vitest';
import { readMe, readSession } from './read-me';
import { meSchema } from './session';

const me = {
  role: 'manager',
  live: '7',
  company: {
    id: 'c',
    name: 'Rantakulma',
    parent: { id: 'p', name: 'Konserni' },
    ancestors: [{ id: 'p', name: 'Konserni', price_tax: 'included' }],
    currency: 'EUR',
    locale: 'fi-FI',
    timezone: 'Europe/Helsinki',
    price_tax: null,
    more: 1,
  },
  user: {
    id: 'u',
    name: 'Aino',
    email: 'aino@example.org',
    has_password: true,
    language: 'fi',
    second_factor: { company: 'Rantakulma', from: '2026-12-01', is_due: false },
  },
  key: { id: 'k', name: 'Till' },
  acting_as: 'a',
  memberships: [{ id: 'm', acting_as: 'a', role: 'admin', company: { id: 'c', name: 'Rantakulma' } }],
  features: ['mail'],
};

const others = [undefined, null, 1, '', 'excluded', true, [], {}, [{}], [null], { id: 'x', name: 'y' }];

/** Returns the answer with each of its values, at any depth, replaced by each of the others. */
function changed(value: unknown): unknown[] {
  if (typeof value !== 'object' || value === null) return others;
  return [
    ...others,
    ...Object.entries(value).flatMap(([key, part]) =>
      changed(part).map((other) =>
        Array.isArray(value)
          ? value.map((one, at) => (String(at) === key ? other : one))
          : { ...value, [key]: other },
      ),
    ),
  ];
}

it('reads who the caller is as the schema does, whatever of the answer is another', () => {
  const all = [me, { ...me, user: null, key: null }, ...changed(me)];
  expect(all.length).toBeGreaterThan(300);
  for (const answer of all) {
    const { success, data } = meSchema.safeParse(answer);
    expect({ answer, read: readMe(answer) }).toEqual({ answer, read: success ? data : null });
  }
});

it('tells nobody from what is no answer about sessions', () => {
  expect(readSession({ session: null })).toBeNull();
  expect(readSession({ session: me })).toEqual(me);
  for (const other of [null, undefined, 'x', [], {}, { session: {} }])
    expect(readSession(other)).toBeUndefined();
});
