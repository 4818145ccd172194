import { array, assert, constantFrom, integer, oneof, property } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { placeAt, scrollRange, placeAfterScroll, maxElementHeight, type ScrollPlace } from './scroll-map';

const row = 36;
const million = scrollRange(1_000_000 * row, 700);
const start: ScrollPlace = { top: 0, offset: 0 };

describe('scrolling a list that is taller than an element may be', () => {
  it('changes nothing for a list that fits', () => {
    const room = scrollRange(1500 * row, 700);
    expect(placeAfterScroll(12_345.5, start, room)).toEqual({ top: 12_345.5, offset: 12_345.5 });
    expect(placeAt(53_300, start, room)).toEqual({ top: 53_300, offset: 53_300 });
    expect(placeAt(99_999, start, room)).toEqual({ top: 53_300, offset: 53_300 });
  });

  it('keeps the element within what browsers can show', () => {
    expect(million.element).toBe(maxElementHeight - 700);
    expect(million.list).toBe(36_000_000 - 700);
  });

  it('reaches the last row with the scroll bar and with End', () => {
    expect(placeAfterScroll(million.element, start, million).offset).toBe(million.list);
    expect(placeAt(Infinity, start, million)).toEqual({ top: million.element, offset: million.list });
  });

  it('moves pixel by pixel with the wheel, from the top and from the middle', () => {
    expect(placeAfterScroll(100, start, million)).toEqual({ top: 100, offset: 100 });
    const middle = placeAfterScroll(5_000_000, start, million);
    expect(middle.offset / million.list).toBeCloseTo(0.5, 3);
    expect(placeAfterScroll(5_000_120, middle, million).offset).toBe(middle.offset + 120);
  });

  it('steps one row by the keyboard wherever it is', () => {
    const middle = placeAt(18_000_000, start, million);
    expect(middle.offset).toBe(18_000_000);
    expect(placeAt(18_000_036, middle, million).offset).toBe(18_000_036);
  });

  it('wheels down to the last row and up to the first from any place', () => {
    const place = integer({ min: 0, max: million.element });
    assert(
      property(place, constantFrom(-1, 1), (from, direction) => {
        const end = direction > 0 ? million.element : 0;
        const first = Math.max(0, Math.min(million.element, end - direction * Math.min(90_000, from)));
        let at = placeAfterScroll(first, { top: from, offset: 0 }, million);
        while (at.top !== end) {
          const next = placeAfterScroll(at.top + direction * 977, at, million);
          expect((next.offset - at.offset) * direction).toBeGreaterThanOrEqual(0);
          at = next;
        }
        expect(at.offset).toBe(direction > 0 ? million.list : 0);
      }),
      { numRuns: 30 },
    );
  });

  it('never leaves the list, whatever the order of steps', () => {
    const step = oneof(integer({ min: -2000, max: 2000 }), integer({ min: -1e7, max: 1e7 }));
    assert(
      property(array(step, { maxLength: 50 }), (steps) => {
        let at = start;
        for (const by of steps) at = placeAfterScroll(at.top + by, at, million);
        expect(at.offset).toBeGreaterThanOrEqual(0);
        expect(at.offset).toBeLessThanOrEqual(million.list);
        expect(at.top).toBeLessThanOrEqual(million.element);
      }),
    );
  });
});
