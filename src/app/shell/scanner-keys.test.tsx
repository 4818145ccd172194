import { describe, expect, it } from 'vitest';
import { createScanner } from './scanner-keys';

/** Presses keys on an element; returns the codes that the scanner reads. */
function press(keys: readonly string[], on: HTMLElement = document.body, at = () => 0) {
  const codes: string[] = [];
  const handler = createScanner((code) => codes.push(code));
  const consumed: boolean[] = [];
  document.body.append(on === document.body ? document.createElement('i') : on);
  for (const key of keys) {
    const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true });
    Object.defineProperty(event, 'timeStamp', { value: at() });
    on.addEventListener('keydown', handler, { once: true });
    on.dispatchEvent(event);
    consumed.push(event.defaultPrevented);
  }
  return { codes, consumed };
}

/** Renders an input with the value "Rye 7"; records its changes. */
function renderInput(around: 'form' | 'div') {
  const box = document.createElement('input');
  const changes: string[] = [];
  document.body.append(document.createElement(around));
  document.body.lastElementChild?.append(box);
  box.value = 'Rye 7';
  box.addEventListener('input', () => changes.push(box.value));
  return { box, changes };
}

/**
 * Types digits and Enter, one key every `every` milliseconds; each digit is added to the input, as in a
 * browser.
 */
function typeInto(box: HTMLInputElement, code: string, every: number) {
  const codes: string[] = [];
  const handler = createScanner((one) => codes.push(one));
  const consumed: boolean[] = [];
  [...code.split(''), 'Enter'].forEach((key, at) => {
    const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true });
    Object.defineProperty(event, 'timeStamp', { value: 1000 + at * every });
    box.addEventListener('keydown', handler, { once: true });
    box.dispatchEvent(event);
    consumed.push(event.defaultPrevented);
    if (key !== 'Enter') box.value += key;
  });
  return { codes, consumed };
}

describe('a barcode scanner', () => {
  it('gives the digits before Enter, and uses that Enter up', () => {
    const { codes, consumed } = press(['6', '4', '1', '4', '8', '9', '3', '4', 'Enter']);
    expect(codes).toEqual(['64148934']);
    expect(consumed).toEqual([...Array.from({ length: 8 }, () => false), true]);
  });

  it('is not what a person types: fewer digits, other keys between, a pause, a field', () => {
    const code = ['6', '4', '1', '4', '8', '9', '3', '4', 'Enter'];
    const input = document.createElement('input');
    let time = 0;
    for (const { codes, consumed } of [
      press(code.slice(3)),
      press(['6', '4', '1', 'ArrowDown', '4', '8', '9', '3', '4', 'Enter']),
      press(code, input),
      press(code, document.body, () => (time += 10_000)),
    ]) {
      expect(codes).toEqual([]);
      expect(consumed).not.toContain(true);
    }
  });

  it('is told from typing also while the page is busy between its keys', () => {
    const read = (busy: number) => {
      const { box } = renderInput('form');
      const codes: string[] = [];
      let now = 1000;
      const handler = createScanner(
        (code) => codes.push(code),
        (done) => done(now + busy),
      );
      for (const key of [...'6414893400012'.split(''), 'Enter']) {
        const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true });
        Object.defineProperty(event, 'timeStamp', { value: now });
        box.addEventListener('keydown', handler, { once: true });
        box.dispatchEvent(event);
        now += busy + 20;
      }
      return codes;
    };
    expect(read(0)).toEqual(['6414893400012']);
    expect(read(120)).toEqual(['6414893400012']);
  });

  it('in a field of a form opens the product, and leaves the field as it was, letters and all', () => {
    const { box, changes } = renderInput('form');
    const { codes, consumed } = typeInto(box, '6414893400012', 8);
    expect(codes).toEqual(['6414893400012']);
    expect(consumed.at(-1)).toBe(true);
    expect(box.value).toBe('Rye 7');
    expect(changes.at(-1)).toBe('Rye 7');
  });

  it('fills a field of codes, and a search', () => {
    const search = renderInput('div');
    const codes = renderInput('form');
    codes.box.dataset['codes'] = '';
    for (const { box } of [search, codes]) {
      const { codes, consumed } = typeInto(box, '6414893400012', 8);
      expect(codes).toEqual([]);
      expect(consumed).not.toContain(true);
      expect(box.value).toBe('Rye 76414893400012');
    }
  });

  it('is not what a person types fast into a field of a form', () => {
    const { box } = renderInput('form');
    const { codes, consumed } = typeInto(box, '6414893400012', 80);
    expect(codes).toEqual([]);
    expect(consumed).not.toContain(true);
    expect(box.value).toBe('Rye 76414893400012');
  });

  it('is heard where a check box has the focus', () => {
    const box = document.createElement('input');
    box.type = 'checkbox';
    expect(press(['6', '4', '1', '4', '8', '9', '3', '4', 'Enter'], box).codes).toEqual(['64148934']);
  });

  it('gives the whole code where its first digit opened the input of a cell, which it closes', () => {
    const grid = document.createElement('div');
    grid.setAttribute('role', 'grid');
    const box = document.createElement('input');
    grid.append(box);
    document.body.append(grid);
    const escaped: string[] = [];
    box.addEventListener('keydown', ({ key }) => key === 'Escape' && escaped.push(box.value));
    const codes: string[] = [];
    const handler = createScanner((code) => codes.push(code));
    const send = (on: HTMLElement, key: string, timeStamp: number) => {
      const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true });
      Object.defineProperty(event, 'timeStamp', { value: timeStamp });
      on.addEventListener('keydown', handler, { once: true });
      on.dispatchEvent(event);
      if (on === box && key !== 'Enter') box.value += key;
    };
    const scan = (every: number) => {
      [...'64148934'.split(''), 'Enter'].forEach((key, at) =>
        send(at === 0 ? grid : box, key, 60_000 + at * every),
      );
    };
    scan(10);
    expect([codes, escaped.length]).toEqual([['64148934'], 1]);
    // A person's price of as many digits is typed more slowly, and stays in the cell.
    scan(120);
    expect([codes.length, escaped.length]).toEqual([1, 1]);
  });
});
