// @vitest-environment jsdom
import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { TagsField } from './tags-field';
import { renderField } from '@/testing/app/ui';

afterEach(cleanup);

const show = (start: readonly string[]) =>
  renderField(start, (value, onChange) => (
    <TagsField label="Tags" addLabel="Add a tag" value={value} onChange={onChange} />
  ));
const open = () => fireEvent.click(screen.getByRole('button', { name: 'Add a tag' }));
const input = () => screen.getByLabelText<HTMLInputElement>('Add a tag');
const enter = (value: string) => {
  fireEvent.change(input(), { target: { value } });
  fireEvent.keyDown(input(), { key: 'Enter' });
};

test('Enter adds a tag and stays for the next; a tag that is there is not added twice', () => {
  const seen = show(['fika']);
  open();
  enter('spring');
  enter('fika');
  expect(seen).toEqual([['fika', 'spring']]);
  expect(input().value).toBe('');
});

test('leaving the field keeps what was typed, Escape does not', () => {
  const seen = show([]);
  open();
  fireEvent.change(input(), { target: { value: 'lost' } });
  fireEvent.keyDown(input(), { key: 'Escape' });
  expect(seen).toEqual([]);
  open();
  fireEvent.change(input(), { target: { value: 'kept' } });
  fireEvent.blur(input());
  expect(seen).toEqual([['kept']]);
});

test('the × removes its own tag and no other', () => {
  const seen = show(['fika', 'spring']);
  fireEvent.click(screen.getByRole('button', { name: 'Remove fika' }));
  expect(seen).toEqual([['spring']]);
});
