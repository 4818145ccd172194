import { describe, expect, it } from 'vitest';
import { scanner } from './scanner';

/** What a scanner takes when these keys are pressed on an element. */
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

  it('is heard where a check box has the focus', () => {
    const box = document.createElement('input');
    box.type = 'checkbox';
    expect(press(['6', '4', '1', '4', '8', '9', '3', '4', 'Enter'], box).taken).toEqual(['64148934']);
  });
});
