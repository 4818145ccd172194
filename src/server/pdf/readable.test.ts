import { describe, expect, it } from 'vitest';
import { readableIn } from './drawing';

/** A font with Latin letters alone. */
const readable = readableIn((point) => point < 0x250);

describe('a text that a font cannot draw in whole', () => {
  it.each([
    ['Coffee ☕', 'Coffee U+2615'],
    ['ขนม', 'U+0E02 0E19 0E21'],
    ['A☕B', 'A U+2615 B'],
    ['パン 🍞', 'U+30D1 30F3 U+1F35E'],
    ['👨‍👩', 'U+1F468 1F469'],
    ['ＡＢ', 'AB'],
    ['e\u0301', 'é'],
    ['a\u202Eb', 'ab'],
    ['Bread\nRoll', 'Bread\nRoll'],
  ])('is %j written as %j', (text, written) => {
    expect(readable(text)).toBe(written);
    expect(readable(written)).toBe(written);
  });
});
