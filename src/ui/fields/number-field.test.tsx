// @vitest-environment jsdom
import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { DecimalField } from './number-field';
import { renderField } from '@/testing/app/ui';

afterEach(cleanup);

const show = (start: string) =>
  renderField(start, (value, onChange) => (
    <DecimalField label="Price" value={value} onChange={onChange} decimalSeparator="," unit="€" />
  ));
const box = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Price' });

test('a comma is typed and shown, and a full stop is what the form gets', () => {
  const seen = show('4.50');
  expect(box().value).toBe('4,50');
  fireEvent.change(box(), { target: { value: '4,75' } });
  expect(seen).toEqual(['4.75']);
  expect(box().value).toBe('4,75');
});

test('a zero at the end is kept on the way in and out', () => {
  const seen = show('');
  fireEvent.change(box(), { target: { value: '12,10' } });
  fireEvent.blur(box());
  expect(seen).toEqual(['12.10']);
  expect(box().value).toBe('12,10');
});

test('what is no decimal stays in the box and reaches the form as it was typed', () => {
  const seen = show('4.50');
  fireEvent.change(box(), { target: { value: 'abc,5' } });
  fireEvent.blur(box());
  expect(seen).toEqual(['abc,5']);
  expect(box().value).toBe('abc,5');
});

test('an error is tied to the field and read with it', () => {
  renderField('0', (value, onChange) => (
    <DecimalField label="Price" value={value} onChange={onChange} error="Must be more than 0" />
  ));
  expect(box().getAttribute('aria-invalid')).toBe('true');
  const described = box().getAttribute('aria-describedby') ?? '';
  expect(document.getElementById(described)?.textContent).toBe('Must be more than 0');
});
