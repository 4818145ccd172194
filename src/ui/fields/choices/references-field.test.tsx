// @vitest-environment jsdom
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { ReferencesField } from './references-field';
import { renderField } from '@/testing/app/ui';

afterEach(cleanup);

const names: Readonly<Record<string, string>> = { a: 'Bakery', b: 'Lunch', c: 'Drinks' };

const show = (start: readonly string[], readOnly = false) =>
  renderField(start, (value, onChange) => (
    <ReferencesField
      label="Departments"
      addLabel="Add a department"
      noneLabel="Any department"
      value={value}
      onChange={onChange}
      readOnly={readOnly}
      nameOf={(id) => names[id] ?? ''}
      search={async (typed) =>
        Object.entries(names)
          .filter(([, name]) => name.toLowerCase().includes(typed.toLowerCase()))
          .map(([id, label]) => ({ id, label }))
      }
    />
  ));
const open = () => fireEvent.click(screen.getByRole('button', { name: 'Add a department' }));
const box = () => screen.getByRole('combobox', { name: 'Add a department' });
const option = (name: string) => screen.findByRole('option', { name, hidden: true });

test('the list opens at once, offers only what is not chosen, and stays for the next one', async () => {
  const seen = show(['a']);
  open();
  fireEvent.click(await option('Lunch'));
  expect(screen.queryByRole('option', { name: 'Bakery', hidden: true })).toBeNull();
  expect(seen).toEqual([['a', 'b']]);
  fireEvent.change(box(), { target: { value: 'dri' } });
  fireEvent.click(await option('Drinks'));
  expect(seen.at(-1)).toEqual(['a', 'b', 'c']);
});

test('Escape ends the adding and goes back to its button, with nothing added', async () => {
  const seen = show([]);
  open();
  fireEvent.keyDown(box(), { key: 'Escape' });
  const button = screen.getByRole('button', { name: 'Add a department' });
  await waitFor(() => expect(document.activeElement).toBe(button));
  expect(seen).toEqual([]);
});

test('the × removes its own record and no other', () => {
  const seen = show(['a', 'b']);
  fireEvent.click(screen.getByRole('button', { name: 'Remove Bakery' }));
  expect(seen).toEqual([['b']]);
});

test('none at all is said in words, and what is only read has no buttons', () => {
  show([], true);
  expect(screen.getByText('Any department')).toBeTruthy();
  expect(screen.queryAllByRole('button')).toEqual([]);
});
