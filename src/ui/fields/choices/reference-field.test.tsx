// @vitest-environment jsdom
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { ReferenceField, type Reference } from './reference-field';
import { renderField } from '@/testing/app/ui';

afterEach(cleanup);

const records: Reference[] = [
  { id: 'b', label: 'Bakery', detail: '21' },
  { id: 'd', label: 'Dairy', detail: '41', locked: true },
];
const names: Record<string, string> = { b: 'Bakery', d: 'Dairy' };

function show(start: string | null, search: (query: string) => Promise<readonly Reference[]>) {
  return renderField(start, (value, onChange) => (
    <ReferenceField
      label="Department"
      value={value}
      display={value === null ? '' : (names[value] ?? '')}
      onChange={onChange}
      search={search}
    />
  ));
}
const find = (query: string) =>
  Promise.resolve(records.filter((each) => each.label.toLowerCase().includes(query.toLowerCase())));
const box = () => screen.getByRole<HTMLInputElement>('combobox', { name: 'Department' });
const type = (value: string) => fireEvent.change(box(), { target: { value } });

test('typing finds records, and Enter takes the first', async () => {
  const seen = show('b', find);
  type('dai');
  await screen.findByRole('option', { name: /Dairy/ });
  expect(screen.queryByRole('option', { name: /Bakery/ })).toBeNull();
  fireEvent.keyDown(box(), { key: 'Enter', code: 'Enter' });
  await waitFor(() => expect(box().value).toBe('Dairy'));
  expect(seen).toEqual(['d']);
});

const findSlowly = async (query: string) => {
  await new Promise((resolve) => setTimeout(resolve, query === '' ? 0 : 100));
  return find(query);
};

test('Enter takes the first of what was typed, also before that has been found, and never one of the text before', async () => {
  const seen = show(null, findSlowly);
  fireEvent.click(box());
  await screen.findByRole('option', { name: /Bakery/ });
  type('dai');
  fireEvent.keyDown(box(), { key: 'Enter', code: 'Enter' });
  await waitFor(() => expect(box().value).toBe('Dairy'));
  expect(seen).toEqual(['d']);
});

test('who goes on to the next field keeps what Enter took before it was found; Escape takes nothing', async () => {
  const seen = show(null, findSlowly);
  fireEvent.focus(box());
  type('dai');
  fireEvent.keyDown(box(), { key: 'Enter', code: 'Enter' });
  fireEvent.blur(box());
  await waitFor(() => expect(box().value).toBe('Dairy'));
  expect(box().getAttribute('aria-expanded')).toBe('false');
  type('bak');
  fireEvent.keyDown(box(), { key: 'Enter', code: 'Enter' });
  fireEvent.keyDown(box(), { key: 'Escape', code: 'Escape' });
  await new Promise((resolve) => setTimeout(resolve, 400));
  expect(box().value).toBe('Dairy');
  expect(seen).toEqual(['d']);
  // Nothing of that name: the box shows what there is.
  type('zzz');
  fireEvent.keyDown(box(), { key: 'Enter', code: 'Enter' });
  fireEvent.blur(box());
  await waitFor(() => expect(box().value).toBe('Dairy'));
  expect(box().getAttribute('aria-expanded')).toBe('false');
});

test('arrows walk the list and Escape leaves everything as it was', async () => {
  const seen = show('b', find);
  fireEvent.keyDown(box(), { key: 'ArrowDown', code: 'ArrowDown' });
  await screen.findByRole('option', { name: /Dairy/ });
  fireEvent.keyDown(box(), { key: 'ArrowDown', code: 'ArrowDown' });
  fireEvent.keyDown(box(), { key: 'Escape', code: 'Escape' });
  await waitFor(() => expect(box().getAttribute('aria-expanded')).toBe('false'));
  expect(box().value).toBe('Bakery');
  expect(seen).toEqual([]);
});

test('only the newest answer counts, whichever comes last', async () => {
  const asked: string[] = [];
  show(null, async (query) => {
    asked.push(query);
    await new Promise((resolve) => setTimeout(resolve, query === 'b' ? 300 : 10));
    return find(query);
  });
  type('b');
  await waitFor(() => expect(asked).toContain('b'));
  type('da');
  type('dai');
  await screen.findByRole('option', { name: /Dairy/ });
  await new Promise((resolve) => setTimeout(resolve, 350));
  expect(asked.at(-1)).toBe('dai');
  expect(screen.queryByRole('option', { name: /Bakery/ })).toBeNull();
});

test('what was typed and not taken goes when the field is left; emptied and left clears the reference', async () => {
  const seen = show('b', find);
  type('zzz');
  expect(await screen.findByText('Nothing found')).toBeTruthy();
  fireEvent.blur(box());
  expect(box().value).toBe('Bakery');
  expect(seen).toEqual([]);
  type('');
  fireEvent.blur(box());
  expect(seen).toEqual([null]);
});

test('a search that fails says so in the list', async () => {
  show(null, () => Promise.reject(new Error('503')));
  type('x');
  expect(await screen.findByText('The search failed')).toBeTruthy();
});

test('the list is made when its box has the focus: a form of a dozen boxes opens without any', async () => {
  show('b', find);
  const lists = () => document.querySelectorAll('[role=listbox]').length;
  expect(lists()).toBe(0);
  fireEvent.focus(box());
  await waitFor(() => expect(lists()).toBe(1));
  expect(box().getAttribute('aria-expanded')).toBe('false');
});

test('a name that no record has makes one where that is offered, and one that there is, or that could not be made, does not', async () => {
  const made: string[] = [];
  const create = {
    label: (name: string) => `Add “${name}”`,
    hint: 'Type a name',
    make: async (name: string) => {
      if (name === 'Refused') return null;
      made.push(name);
      return { id: 'n', label: name };
    },
  };
  const seen = renderField<string | null>(null, (value, onChange) => (
    <ReferenceField
      label="Department"
      value={value}
      display={value === null ? '' : '…'}
      onChange={onChange}
      search={(query) => Promise.resolve(query === '' ? [] : records.filter(({ label }) => label === query))}
      create={create}
    />
  ));
  fireEvent.click(box());
  await screen.findByText('Type a name');
  type('Bakery');
  await screen.findByRole('option', { name: /Bakery/ });
  expect(screen.queryByRole('option', { name: /Add/ })).toBeNull();
  type('Refused');
  fireEvent.click(await screen.findByRole('option', { name: 'Add “Refused”' }));
  fireEvent.click(box());
  type('Bread');
  fireEvent.click(await screen.findByRole('option', { name: 'Add “Bread”' }));
  await waitFor(() => expect(box().value).toBe('Bread'));
  expect([made, seen]).toEqual([['Bread'], ['n']]);
});
