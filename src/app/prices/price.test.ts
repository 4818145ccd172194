import { describe, expect, it, test } from 'vitest';
import { readFormula } from './formula';
import { computePrice, type Ending, type Finish, type PriceInput } from './price';

const plain: Finish = { floor: null, ending: null, places: 2 };
const product: PriceInput = {
  own: '13.50',
  base: '13.50',
  cost: '7.42',
  rate: '25.5',
  taxIncluded: true,
  currency: 'EUR',
  baseTaxIncluded: true,
  baseCurrency: 'EUR',
  lists: {
    summer: { price: '12.00', currency: 'EUR', taxIncluded: true },
    stockholm: { price: '140.00', currency: 'SEK', taxIncluded: true },
    unknown: { price: '9.00', currency: null, taxIncluded: true },
  },
};
const lists = ['Summer', 'Stockholm', 'Unknown', 'Empty'].map((name) => ({ id: name.toLowerCase(), name }));

function compute(text: string, finish: Partial<Finish> = {}, given: Partial<PriceInput> = {}) {
  const { formula, problem } = readFormula(text, { separator: '.', lists });
  if (!formula) throw new Error(problem.rule);
  return computePrice(formula, { ...plain, ...finish }, { ...product, ...given });
}
const price = (...given: Parameters<typeof compute>) => {
  const { steps, why } = compute(...given);
  return steps ? steps.price : why;
};
const end = (to: Ending['to'], way: Ending['way'] = 'nearest'): Partial<Finish> => ({ ending: { to, way } });

describe('a price', () => {
  test.each([
    ['+5 %', '14.18'],
    ['-10 %', '12.15'],
    ['+0.20', '13.70'],
    ['base × 0.9', '12.15'],
    ['list "Summer" + 3 %', '12.36'],
    ['= list "Summer"', '12.00'],
    ['4.9', '4.90'],
    // 7.42 × 1.255 / 0.6
    ['cost / (1 − 40 %)', '15.52'],
  ])('%s comes to %s', (text, expected) => expect(price(text)).toBe(expected));

  it('is computed in the order take, percent, add, floor, end, whatever the order of the words', () => {
    const given = { own: '10', base: '10', cost: '1' };
    expect(price('+1 + 10 %', {}, given)).toBe('12.00');
    expect(price('+10 % + 1', {}, given)).toBe('12.00');
    expect(compute('base × 0.9', { floor: '25', ...end('.90') }).steps).toEqual({
      take: '13.5',
      percent: '12.15',
      add: '12.15',
      // 7.42 × 1.255 / 0.75 is 12.4161…, rounded up.
      floor: '12.42',
      isRaised: true,
      price: '12.90',
    });
  });

  it('is rounded after the surcharge, and once', () => {
    // 3.33 + 5 % is 3.4965: rounded before the surcharge of 0.005 it would be 3.51.
    expect(price('+5 % + 0.005', {}, { own: '3.33' })).toBe('3.50');
    // 158.00 does not become 158.01 by way of the net price.
    expect(price('cost / (1 − 0 %)', {}, { cost: '125.8964143426', rate: '25.5' })).toBe('158.00');
    expect(price('base', {}, { base: '158.00' })).toBe('158.00');
    expect(price('base × 1.255 / 1.255', {}, { base: '158.00' })).toBe('158.00');
    expect(price('+10 % - 10 %', {}, { own: '100' })).toBe('99.00');
  });

  it('is the same when a formula is applied twice: it begins with the stored price', () => {
    const once = price('+5 %', end('.90', 'up'));
    expect(price('+5 %', end('.90', 'up'))).toBe(once);
    // What it came to is no other price by the same ending.
    expect(price('price', end('.90', 'up'), { own: once })).toBe(once);
  });

  it('is refused where it would be negative, or nothing', () => {
    expect(price('-100 %')).toBe('negative');
    expect(price('-150 %')).toBe('negative');
    expect(price('-20')).toBe('negative');
    expect(price('-5 %', { floor: '20' }, { own: '-3' })).toBe('negative');
    expect(price('0')).toBe('0.00');
  });

  it('needs what its formula begins with, and the same currency', () => {
    expect(price('+5 %', {}, { own: null })).toBe('noPrice');
    expect(price('cost × 2', {}, { cost: null })).toBe('noCost');
    expect(price('cost × 2', {}, { rate: null })).toBe('noTax');
    expect(price('base', {}, { base: null })).toBe('noBase');
    expect(price('list "Empty"')).toBe('noList');
    expect(price('list "Stockholm"')).toBe('currency');
    expect(price('list "Unknown"')).toBe('currency');
    expect(price('base', {}, { currency: 'SEK' })).toBe('currency');
    expect(price('base', {}, { currency: null })).toBe('currency');
    expect(price('+5 %', { floor: '25' }, { cost: null })).toBe('noCost');
    expect(price('+5 %', { floor: '100' })).toBe('floor');
  });

  it('counts tax as its list does', () => {
    // A list without tax: 13.50 with 25.5 % is 10.7569… without.
    expect(price('base', {}, { taxIncluded: false })).toBe('10.76');
    expect(price('cost / (1 − 40 %)', {}, { taxIncluded: false })).toBe('12.37');
    expect(price('base', {}, { baseTaxIncluded: false })).toBe('16.94');
    expect(price('1', { floor: '25' }, { taxIncluded: false })).toBe('9.90');
  });
});

describe('an ending', () => {
  test.each([
    ['.90', 'up', '12.16', '12.90'],
    ['.90', 'up', '12.90', '12.90'],
    ['.90', 'up', '12.91', '13.90'],
    ['.90', 'down', '12.16', '11.90'],
    ['.90', 'down', '12.90', '12.90'],
    ['.90', 'nearest', '12.39', '11.90'],
    ['.90', 'nearest', '12.40', '12.90'],
    ['.90', 'down', '0.50', '0.90'],
    ['.90', 'nearest', '0.10', '0.90'],
    ['.99', 'nearest', '4.51', '4.99'],
    ['.95', 'down', '10.00', '9.95'],
    ['.00', 'nearest', '4.50', '5.00'],
    ['.00', 'down', '0.40', '1.00'],
    ['0.05', 'nearest', '4.12', '4.10'],
    ['0.05', 'nearest', '4.125', '4.15'],
    ['0.05', 'up', '4.11', '4.15'],
    ['0.05', 'down', '4.14', '4.10'],
    ['0.10', 'up', '4.11', '4.20'],
  ] as const)('%s %s of %s is %s', (to, way, from, expected) => {
    expect(price(from, end(to, way))).toBe(expected);
  });

  it('never goes beneath the floor', () => {
    // The floor is 12.42.
    expect(price('12.50', { floor: '25', ...end('.90', 'down') })).toBe('12.90');
    expect(price('12.95', { floor: '25', ...end('.90', 'down') })).toBe('12.90');
    expect(price('1.00', { floor: '25', ...end('0.05', 'down') })).toBe('12.45');
  });
});

describe('for 1,000 random products', () => {
  // Fractions of whole numbers, written apart from what is tested: nothing is rounded before the end.
  type Fraction = readonly [bigint, bigint];
  const of = (text: string): Fraction => {
    const [whole = '0', part = ''] = text.split('.');
    return [BigInt(whole + part), 10n ** BigInt(part.length)];
  };
  const times = ([a, b]: Fraction, [c, d]: Fraction): Fraction => [a * c, b * d];
  const plus = ([a, b]: Fraction, [c, d]: Fraction): Fraction => [a * d + c * b, b * d];
  const over = ([a, b]: Fraction, [c, d]: Fraction): Fraction => [a * d, b * c];
  const less = ([a, b]: Fraction, [c, d]: Fraction) => a * d < c * b;
  const cents = ([a, b]: Fraction, way: 'half' | 'up'): bigint =>
    way === 'half' ? (200n * a + b) / (2n * b) : (100n * a + b - 1n) / b;
  const shown = (amount: bigint) => `${amount / 100n}.${String(amount % 100n).padStart(2, '0')}`;

  it('is what whole numbers come to, also where margins, taxes, floors and endings meet', () => {
    let seed = 20_260_321;
    const random = (below: number) => {
      seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
      return Math.floor((seed / 2_147_483_648) * below);
    };
    const pick = <T>(from: readonly T[]): T => from[random(from.length)] as T;
    const met = new Set<string>();
    for (let at = 0; at < 1000; at += 1) {
      const amount = (most: number) => shown(BigInt(1 + random(most)));
      const [own, base, cost] = [amount(40_000), amount(40_000), amount(9000)];
      const rate = pick(['0', '10', '13.5', '14', '25.5']);
      const percent = pick(['-30', '-12.5', '3', '5', '7.25']);
      const add = pick(['0', '0.2', '0.035', '1']);
      const margin = pick(['10', '33.3', '40', '62.5']);
      const floor = pick([null, '15', '25', '37.5']);
      const ending = pick([null, '.90', '.95', '.99', '0.05'] as const);
      const way = pick(['up', 'down'] as const);
      const taxIncluded = random(4) > 0;
      const kind = pick(['own', 'base', 'cost'] as const);

      const gross: Fraction = taxIncluded ? over(plus(of('100'), of(rate)), of('100')) : of('1');
      const factor = (text: string): Fraction => over(plus(of('100'), of(text)), of('100'));
      let exact: Fraction;
      let text: string;
      if (kind === 'cost') {
        exact = over(times(of(cost), gross), factor(`-${margin}`));
        text = `cost / (1 - ${margin} %) + ${add}`;
      } else {
        const begin = kind === 'own' ? of(own) : over(times(of(base), gross), factor(rate));
        exact = times(begin, factor(percent));
        text = `${kind === 'own' ? 'price' : 'base'} ${percent.replace(/^(?=\d)/, '+')} % + ${add}`;
      }
      exact = plus(exact, of(add));
      const least = floor === null ? null : cents(over(times(of(cost), gross), factor(`-${floor}`)), 'up');
      const isRaised = least !== null && less(exact, [least, 100n]);
      if (isRaised) exact = [least, 100n];
      let expected = cents(exact, 'half');
      if (ending !== null) {
        const step = ending === '0.05' ? 5n : 100n;
        const offset = ending === '0.05' ? 0n : BigInt(ending.slice(1));
        const fits = (value: bigint) => value > 0n && (value - offset) % step === 0n;
        const isAllowed = (value: bigint) => fits(value) && (least === null || value >= least);
        const up = () => {
          let value = cents(exact, 'up');
          while (!isAllowed(value)) value += 1n;
          return value;
        };
        let down = (100n * exact[0]) / exact[1];
        while (down > 0n && !fits(down)) down -= 1n;
        expected = way === 'down' && isAllowed(down) ? down : up();
      }
      const result = price(
        text,
        { floor, ending: ending === null ? null : { to: ending, way } },
        { own, base, cost, rate, taxIncluded },
      );
      expect(`${at}: ${result}`).toBe(`${at}: ${shown(expected)}`);
      met.add(`${kind} ${isRaised} ${ending}`);
    }
    expect(met.size).toBe(30);
  });
});
