import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, expect, it } from 'vitest';
import { testStrings } from '@/testing/app/ui';
import { UiProvider } from '../layout/provider';
import { CodeCells } from './code-cells';

afterEach(cleanup);

/** Renders the cells within a form that refuses `wrong`; returns the codes that were sent. */
function open(wrong = '') {
  const sent: string[] = [];
  function Code() {
    const [value, setValue] = useState('');
    const [error, setError] = useState<string>();
    return (
      <CodeCells
        label="Code"
        value={value}
        error={error}
        onChange={(next) => {
          setError(undefined);
          setValue(next);
        }}
        onComplete={(code) => {
          sent.push(code);
          if (code === wrong) setError('This is not the code');
        }}
      />
    );
  }
  render(
    <UiProvider strings={testStrings} env="test">
      <Code />
    </UiProvider>,
  );
  return sent;
}

const box = () => screen.getByLabelText<HTMLInputElement>('Code');
const drawn = () =>
  [...(box().nextElementSibling?.children ?? [])].map(({ textContent }) => textContent).join('');

/** Sets the value as a browser does, past what React notes of it. */
const setValue = (value: string) => Reflect.set(HTMLInputElement.prototype, 'value', value, box());

/** Types a key at the caret, or over what is selected, as a browser does. */
function press(key: string) {
  const { value, selectionStart: from, selectionEnd: to } = box();
  const [start, end] = [from ?? value.length, to ?? value.length];
  const isBack = key === 'Backspace';
  const first = isBack && start === end ? Math.max(0, start - 1) : start;
  setValue(value.slice(0, first) + (isBack ? '' : key) + value.slice(end));
  const caret = first + (isBack ? 0 : 1);
  box().setSelectionRange(caret, caret);
  const inputType = isBack ? 'deleteContentBackward' : 'insertText';
  fireEvent(box(), new InputEvent('input', { bubbles: true, inputType }));
}

const type = (keys: string) => {
  for (const key of keys) press(key);
};

const paste = (text: string, inputType = 'insertFromPaste') => {
  setValue(text);
  fireEvent(box(), new InputEvent('input', { bubbles: true, inputType }));
};

it('is one labelled input that browsers fill in, and sends the code with its sixth digit, not before', () => {
  const sent = open();
  expect(screen.getAllByRole('textbox')).toHaveLength(1);
  expect([box().autocomplete, box().inputMode]).toEqual(['one-time-code', 'numeric']);
  type('40712');
  expect([sent, drawn()]).toEqual([[], '40712']);
  type('3');
  expect([sent, drawn()]).toEqual([['407123'], '407123']);
});

it('takes what is pasted with blanks or hyphens, and leaves out what is no digit', () => {
  const sent = open();
  paste(' 407 123 ');
  expect([sent, box().value]).toEqual([['407123'], '407123']);
  paste('98-76-54');
  expect(sent).toEqual(['407123', '987654']);
  paste('');
  type('4a0');
  expect(box().value).toBe('40');
});

it('backspace takes a digit away, and the next sixth one sends again', () => {
  const sent = open();
  type('407129');
  press('Backspace');
  expect([sent, drawn()]).toEqual([['407129'], '40712']);
  type('3');
  expect(sent).toEqual(['407129', '407123']);
});

it('a wrong code stays in its cells, selected, so that the next one takes its place', () => {
  const sent = open('407123');
  type('407123');
  expect(screen.getByText('This is not the code')).toBeTruthy();
  expect([drawn(), box().selectionStart, box().selectionEnd]).toEqual(['407123', 0, 6]);
  expect(box().getAttribute('aria-invalid')).toBe('true');
  type('9');
  expect([drawn(), screen.queryByText('This is not the code')]).toEqual(['9', null]);
  type('87654');
  expect(sent).toEqual(['407123', '987654']);
});

it('a whole code that is filled in over a wrong one is sent, also where the browser says that it was typed', () => {
  const sent = open('407123');
  type('407123');
  paste('987654', 'insertText');
  expect(sent).toEqual(['407123', '987654']);
});

it('digits typed into a full code take the places of those after the caret, and send nothing by themselves', async () => {
  const sent = open();
  type('407123');
  box().setSelectionRange(1, 1);
  press('9');
  await Promise.resolve();
  press('8');
  expect([drawn(), sent]).toEqual(['498123', ['407123']]);
});
