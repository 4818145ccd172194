import { Big } from 'big.js';
import { assert, bigInt, boolean, constantFrom, oneof, property, tuple } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { roundingModes } from './contract';
import { roundingExamples, roundTo } from './rounding';

const decimal = (digits: number, places: number, least = 0) =>
  bigInt({ min: BigInt(least), max: 10n ** BigInt(digits) }).map((whole) =>
    new Big(whole.toString()).div(new Big(10).pow(places)),
  );
const sums = tuple(decimal(24, 4), boolean()).map(([sum, owed]) => (owed ? sum.times(-1) : sum));
const units = oneof(
  constantFrom('0.05', '0.10', '1', '5').map((text) => new Big(text)),
  decimal(6, 4, 1),
);
const modes = constantFrom(...roundingModes);

describe('a rounded sum', () => {
  it('is a multiple of the unit, and less than one unit away', () => {
    assert(
      property(sums, units, modes, (sum, unit, mode) => {
        const rounded = roundTo(sum, unit, mode);
        expect(rounded.mod(unit).eq(0)).toBe(true);
        expect(rounded.minus(sum).abs().lt(unit)).toBe(true);
      }),
    );
  });

  it('stays where it is when it is rounded again', () => {
    assert(
      property(sums, units, modes, (sum, unit, mode) => {
        const once = roundTo(sum, unit, mode);
        expect(roundTo(once, unit, mode).eq(once)).toBe(true);
      }),
    );
  });

  it('is undone by its return, in every mode', () => {
    assert(
      property(sums, units, modes, (sum, unit, mode) => {
        expect(
          roundTo(sum.times(-1), unit, mode)
            .plus(roundTo(sum, unit, mode))
            .eq(0),
        ).toBe(true);
      }),
    );
  });

  it('is never further away than half a unit in the two modes of the half', () => {
    assert(
      property(sums, units, constantFrom('half_up', 'half_even'), (sum, unit, mode) => {
        expect(roundTo(sum, unit, mode).minus(sum).abs().times(2).lte(unit)).toBe(true);
      }),
    );
  });

  it('is never smaller with up, and never greater with down', () => {
    assert(
      property(sums, units, (sum, unit) => {
        expect(roundTo(sum, unit, 'up').abs().gte(sum.abs())).toBe(true);
        expect(roundTo(sum, unit, 'down').abs().lte(sum.abs())).toBe(true);
      }),
    );
  });

  it('goes to the even neighbour from the half with half_even, and away from zero with half_up', () => {
    const both = (sum: string) =>
      [roundTo(sum, '0.10', 'half_even'), roundTo(sum, '0.10', 'half_up')].map(String);
    expect(both('12.25')).toEqual(['12.2', '12.3']);
    expect(both('12.35')).toEqual(['12.4', '12.4']);
    expect(both('-12.25')).toEqual(['-12.2', '-12.3']);
  });

  it('cannot be made with a unit of zero or less', () => {
    expect(() => roundTo('1', '0', 'up')).toThrow(RangeError);
    expect(() => roundTo('1', '-0.05', 'up')).toThrow(RangeError);
  });
});

describe('the examples of a rounding', () => {
  const said = (unit: string, mode: (typeof roundingModes)[number]) =>
    roundingExamples(new Big(unit), mode).map(({ from, to }) => `${from.toFixed(2)} ${to.toFixed(2)}`);

  it('are the sums on both sides of the half', () => {
    expect(said('0.05', 'half_up')).toEqual(['12.32 12.30', '12.33 12.35']);
    expect(said('0.10', 'half_up')).toEqual(['12.34 12.30', '12.35 12.40']);
    expect(said('1', 'half_up')).toEqual(['13.49 13.00', '13.50 14.00']);
    expect(said('0.05', 'down')).toEqual(['12.32 12.30', '12.33 12.30']);
    expect(said('0.05', 'up')).toEqual(['12.32 12.35', '12.33 12.35']);
  });

  it('are none where no cent changes', () => {
    expect(said('0.01', 'half_up')).toEqual([]);
    expect(said('0.001', 'up')).toEqual([]);
  });
});
