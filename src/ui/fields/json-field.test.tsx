// @vitest-environment jsdom
import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { JsonField } from './json-field';
import { renderField } from '@/testing/app/ui';

afterEach(cleanup);

const show = (start: string) =>
  renderField(start, (value, onChange) => (
    <JsonField label="Other fields" value={value} onChange={onChange} />
  ));
const box = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Other fields' });

test('broken JSON is said at the field with its line, and the typing is kept', () => {
  const seen = show('{ "a": 1 }');
  const broken = '{\n  "a": 1,\n  "b" 2\n}';
  fireEvent.change(box(), { target: { value: broken } });
  expect(box().value).toBe(broken);
  expect(seen).toEqual([broken]);
  expect(box().getAttribute('aria-invalid')).toBe('true');
  expect(screen.getByText('Not valid JSON, line 3')).toBeTruthy();
});

test('numbers keep every digit, because the value is the text', () => {
  const seen = show('{}');
  const exact = '{ "cost_price": 1.23456789012345678901 }';
  fireEvent.change(box(), { target: { value: exact } });
  expect(seen).toEqual([exact]);
  expect(box().getAttribute('aria-invalid')).toBeNull();
});
