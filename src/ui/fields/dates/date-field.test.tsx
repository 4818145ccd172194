// @vitest-environment jsdom
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { DateField, TimeField } from './date-field';
import { renderField } from '@/testing/app/ui';

afterEach(cleanup);

const show = (start: string, readOnly = false) =>
  renderField(start, (value, onChange) => (
    <DateField label="Valid from" value={value} onChange={onChange} readOnly={readOnly} />
  ));
const box = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Valid from' });
const type = (value: string) => fireEvent.change(box(), { target: { value } });
/** How a weekday and its comma are formatted differs between engine versions. */
const day = (name: string) => screen.findByRole('button', { name: new RegExp(`^\\w+,? ${name}$`) });
const key = (name: string, shiftKey = false) =>
  fireEvent.keyDown(document.activeElement ?? document.body, { key: name, shiftKey });
const focused = () => document.activeElement?.getAttribute('aria-label')?.replace(/^(\w+), /, '$1 ');

test('a day is shown as the language writes it, typed that way, and given as the wire has it', () => {
  const seen = show('2026-12-31');
  expect(box().value).toBe('31 Dec 2026');
  type('1.2.2027');
  expect(seen.at(-1)).toBe('2027-02-01');
  expect(box().value).toBe('1.2.2027');
  fireEvent.blur(box());
  expect(box().value).toBe('1 Feb 2027');
  expect(seen).toEqual(['2027-02-01']);
});

test('a short way of writing a day is read when the box is left, and not while it is typed', () => {
  const seen = show('');
  type('3.4.27');
  expect(seen).toEqual(['3.4.27']);
  fireEvent.blur(box());
  expect(seen).toEqual(['3.4.27', '2027-04-03']);
  expect(box().value).toBe('3 Apr 2027');
});

test('Enter reads the short way of writing a day, too', () => {
  const seen = show('');
  type('3.4.27');
  fireEvent.keyDown(box(), { key: 'Enter' });
  expect(seen.at(-1)).toBe('2027-04-03');
});

test('what is no day stays as it was typed, with the rule, until it is put right', () => {
  const seen = show('2026-12-31');
  type('31.2.2027');
  expect(screen.queryByText('Must be a day, such as 31 Dec 2026')).toBeNull();
  fireEvent.blur(box());
  expect(box().value).toBe('31.2.2027');
  expect(seen.at(-1)).toBe('31.2.2027');
  expect(box().getAttribute('aria-invalid')).toBe('true');
  expect(screen.getByText('Must be a day, such as 31 Dec 2026')).toBeTruthy();
  type('28.2.2027');
  fireEvent.blur(box());
  expect(box().getAttribute('aria-invalid')).toBeNull();
  expect(seen.at(-1)).toBe('2027-02-28');
});

test('a value of another server that is no day is shown as it is, and left alone', () => {
  const seen = show('2026-12-31T00:00:00Z');
  expect(box().value).toBe('2026-12-31T00:00:00Z');
  fireEvent.focus(box());
  fireEvent.blur(box());
  expect(seen).toEqual([]);
  expect(box().getAttribute('aria-invalid')).toBeNull();
});

test('an emptied box is no day', () => {
  const seen = show('2026-12-31');
  type('');
  fireEvent.blur(box());
  expect(seen).toEqual(['']);
});

test('the calendar is walked by keys: days, weeks, months and years; Enter takes the day', async () => {
  const seen = show('2026-12-31');
  box().focus();
  fireEvent.keyDown(box(), { key: 'ArrowDown' });
  const chosen = await day('31 December 2026');
  await waitFor(() => expect(document.activeElement).toBe(chosen));
  const grid = screen.getByRole('grid', { name: 'December 2026' });
  expect(grid.querySelector('[aria-selected=true]')?.textContent).toBe('31');
  const walk: [string, boolean, string][] = [
    ['ArrowRight', false, 'Friday 1 January 2027'],
    ['ArrowUp', false, 'Friday 25 December 2026'],
    ['Home', false, 'Monday 21 December 2026'],
    ['End', false, 'Sunday 27 December 2026'],
    ['ArrowDown', false, 'Sunday 3 January 2027'],
    ['ArrowLeft', false, 'Saturday 2 January 2027'],
    ['PageDown', false, 'Tuesday 2 February 2027'],
    ['PageUp', true, 'Monday 2 February 2026'],
    ['PageUp', false, 'Friday 2 January 2026'],
    ['PageDown', true, 'Saturday 2 January 2027'],
  ];
  for (const [name, shift, expected] of walk) {
    key(name, shift);
    expect([name, focused()]).toEqual([name, expected]);
  }
  expect(screen.getByRole('grid', { name: 'January 2027' })).toBeTruthy();
  expect(seen).toEqual([]);
  fireEvent.click(document.activeElement ?? document.body);
  expect(seen).toEqual(['2027-01-02']);
  await waitFor(() => expect(screen.queryByRole('grid')).toBeNull());
  expect(document.activeElement).toBe(box());
  expect(box().value).toBe('2 Jan 2027');
});

test('a key that walks nowhere leaves the calendar where it is, and goes on to the browser', async () => {
  show('2026-12-31');
  fireEvent.click(screen.getByRole('button', { name: 'Calendar' }));
  await waitFor(() => expect(focused()).toBe('Thursday 31 December 2026'));
  for (const name of ['Tab', 'x']) expect(key(name)).toBe(true);
  expect(focused()).toBe('Thursday 31 December 2026');
});

test('Escape leaves the calendar with the day as it was, and goes back to the box', async () => {
  const seen = show('2026-12-31');
  fireEvent.click(screen.getByRole('button', { name: 'Calendar' }));
  const chosen = await day('31 December 2026');
  await waitFor(() => expect(document.activeElement).toBe(chosen));
  key('ArrowLeft');
  key('Escape');
  await waitFor(() => expect(screen.queryByRole('grid')).toBeNull());
  expect(document.activeElement).toBe(box());
  expect(seen).toEqual([]);
});

test('the buttons turn months and years and keep the keys; the weeks are numbered', async () => {
  show('2026-12-31');
  fireEvent.click(screen.getByRole('button', { name: 'Calendar' }));
  const next = await screen.findByRole('button', { name: 'Next month' });
  expect(screen.getByRole('rowheader', { name: '53' })).toBeTruthy();
  next.focus();
  fireEvent.click(next);
  expect(screen.getByRole('grid', { name: 'January 2027' })).toBeTruthy();
  expect(document.activeElement).toBe(next);
  fireEvent.click(screen.getByRole('button', { name: 'Previous year' }));
  expect(screen.getByRole('grid', { name: 'January 2026' })).toBeTruthy();
});

test('what cannot be changed is text, without a calendar', () => {
  show('2026-12-31', true);
  expect(screen.getByRole('group', { name: 'Valid from' }).textContent).toBe('Valid from31 Dec 2026');
  expect(screen.queryByRole('textbox')).toBeNull();
  expect(screen.queryByRole('button')).toBeNull();
});

test('a time is typed with a full stop or a colon, in short too; what is none stays, with the rule', () => {
  const seen = renderField('14:30', (value, onChange) => (
    <TimeField label="From" value={value} onChange={onChange} />
  ));
  const time = screen.getByRole<HTMLInputElement>('textbox', { name: 'From' });
  expect(time.value).toBe('14:30');
  fireEvent.change(time, { target: { value: '21.30' } });
  expect(seen).toEqual(['21:30']);
  fireEvent.blur(time);
  expect(time.value).toBe('21:30');
  fireEvent.change(time, { target: { value: '9' } });
  fireEvent.blur(time);
  expect(seen.at(-1)).toBe('09:00');
  fireEvent.change(time, { target: { value: '25:00' } });
  fireEvent.blur(time);
  expect(time.value).toBe('25:00');
  expect(seen.at(-1)).toBe('25:00');
  expect(screen.getByText('Must be a time of day, such as 14:30')).toBeTruthy();
});
