import { describe, expect, it } from 'vitest';
import { scanner } from './scanner';

/** Presses keys on an element; returns the codes that the scanner reads. */
function press(keys: readonly string[], on: HTMLElement = document.body, at = () => 0) {
  const taken: string[] = [];
  const hear = scanner((code) => taken.push(code));
  const used: boolean[] = [];
  document.body.append(on === document.body ? document.createElement('i') : on);
  for (const key of keys) {
    const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true });
    Object.defineProperty(event, 'timeStamp', { value: at() });
    on.addEventListener('keydown', hear, { once: true });
    on.dispatchEvent(event);
    used.push(event.defaultPrevented);
  }
  return { taken, used };
}

/** Renders an input with the value "Rye 7"; records its changes. */
function fieldIn(around: 'form' | 'div') {
  const box = document.createElement('input');
  const heard: string[] = [];
  document.body.append(document.createElement(around));
  document.body.lastElementChild?.append(box);
  box.value = 'Rye 7';
  box.addEventListener('input', () => heard.push(box.value));
  return { box, heard };
}

/**
 * Types digits and Enter, one key every `every` milliseconds; each digit is added to the input, as in a
 * browser.
 */
function typeInto(box: HTMLInputElement, code: string, every: number) {
  const taken: string[] = [];
  const hear = scanner((one) => taken.push(one));
  const used: boolean[] = [];
  [...code.split(''), 'Enter'].forEach((key, at) => {
    const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true });
    Object.defineProperty(event, 'timeStamp', { value: 1000 + at * every });
    box.addEventListener('keydown', hear, { once: true });
    box.dispatchEvent(event);
    used.push(event.defaultPrevented);
    if (key !== 'Enter') box.value += key;
  });
  return { taken, used };
}

describe('a barcode scanner', () => {
  it('gives the digits before Enter, and uses that Enter up', () => {
    const { taken, used } = press(['6', '4', '1', '4', '8', '9', '3', '4', 'Enter']);
    expect(taken).toEqual(['64148934']);
    expect(used).toEqual([...Array.from({ length: 8 }, () => false), true]);
  });

  it('is not what a person types: fewer digits, other keys between, a pause, a field', () => {
    const code = ['6', '4', '1', '4', '8', '9', '3', '4', 'Enter'];
    const input = document.createElement('input');
    let time = 0;
    for (const { taken, used } of [
      press(code.slice(3)),
      press(['6', '4', '1', 'ArrowDown', '4', '8', '9', '3', '4', 'Enter']),
      press(code, input),
      press(code, document.body, () => (time += 10_000)),
    ]) {
      expect(taken).toEqual([]);
      expect(used).not.toContain(true);
    }
  });

  it('in a field of a form opens the product, and leaves the field as it was, letters and all', () => {
    const { box, heard } = fieldIn('form');
    const { taken, used } = typeInto(box, '6414893400012', 8);
    expect(taken).toEqual(['6414893400012']);
    expect(used.at(-1)).toBe(true);
    expect(box.value).toBe('Rye 7');
    expect(heard.at(-1)).toBe('Rye 7');
  });

  it('fills a field of codes, and a search', () => {
    const search = fieldIn('div');
    const codes = fieldIn('form');
    codes.box.dataset['codes'] = '';
    for (const { box } of [search, codes]) {
      const { taken, used } = typeInto(box, '6414893400012', 8);
      expect(taken).toEqual([]);
      expect(used).not.toContain(true);
      expect(box.value).toBe('Rye 76414893400012');
    }
  });

  it('is not what a person types fast into a field of a form', () => {
    const { box } = fieldIn('form');
    const { taken, used } = typeInto(box, '6414893400012', 80);
    expect(taken).toEqual([]);
    expect(used).not.toContain(true);
    expect(box.value).toBe('Rye 76414893400012');
  });

  it('is heard where a check box has the focus', () => {
    const box = document.createElement('input');
    box.type = 'checkbox';
    expect(press(['6', '4', '1', '4', '8', '9', '3', '4', 'Enter'], box).taken).toEqual(['64148934']);
  });
});
