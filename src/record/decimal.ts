import { Big } from 'big.js';

/** Powers of ten that a JavaScript number holds exactly. */
const powers = Array.from({ length: 16 }, (_, exponent) => 10 ** exponent);
/** Digits that always fit a safe integer. */
const safeDigits = 15;

/** A number as an operand is an integer. */
type Operand = Decimal | number;

/**
 * Exact decimal number for the recomputation of reports: an integer scaled by a power of ten. Most are safe integers,
 * without an allocation for their digits, which makes a day of 20,000 receipts several times faster than `Big`; larger
 * ones are BigInts. decimal.test.ts compares it with `Big`.
 */
export class Decimal {
  /** The value times 10^`places` if that is a safe integer; else `large` holds it. */
  readonly #small: number;
  readonly #large: bigint | null;
  readonly #places: number;

  private constructor(small: number, large: bigint | null, places: number) {
    this.#small = small;
    this.#large = large;
    this.#places = places;
  }

  /** Returns an integer divided by 10^`places`. */
  static scaled(integer: number | bigint, places: number): Decimal {
    if (typeof integer === 'number') {
      // Adding zero turns -0 into 0.
      if (Number.isSafeInteger(integer)) return new Decimal(integer + 0, null, places);
      throw new RangeError(`Not a safe integer: ${integer}`);
    }
    const small = Number(integer);
    return Number.isSafeInteger(small) ? new Decimal(small, null, places) : new Decimal(0, integer, places);
  }

  static #of(value: Operand): Decimal {
    return typeof value === 'number' ? Decimal.scaled(value, 0) : value;
  }

  /** Parses decimal text such as `-12.50`, without an exponent. */
  static parse(text: string): Decimal {
    const point = text.indexOf('.');
    const digits = point < 0 ? text : text.slice(0, point) + text.slice(point + 1);
    const places = point < 0 ? 0 : text.length - point - 1;
    if (digits.length <= safeDigits) return new Decimal(Number(digits) + 0, null, places);
    return Decimal.scaled(BigInt(digits), places);
  }

  plus(value: Operand): Decimal {
    const other = Decimal.#of(value);
    const places = Math.max(this.#places, other.#places);
    const [one, two] = [this.#smallAt(places), other.#smallAt(places)];
    const sum = one + two;
    if (Number.isSafeInteger(sum)) return new Decimal(sum, null, places);
    return Decimal.scaled(this.#at(places) + other.#at(places), places);
  }

  minus(value: Operand): Decimal {
    const other = Decimal.#of(value);
    const places = Math.max(this.#places, other.#places);
    const difference = this.#smallAt(places) - other.#smallAt(places);
    if (Number.isSafeInteger(difference)) return new Decimal(difference, null, places);
    return Decimal.scaled(this.#at(places) - other.#at(places), places);
  }

  times(value: Operand): Decimal {
    const other = Decimal.#of(value);
    const places = this.#places + other.#places;
    if (this.#large === null && other.#large === null) {
      const product = this.#small * other.#small;
      if (Number.isSafeInteger(product)) return new Decimal(product + 0, null, places);
    }
    return Decimal.scaled(this.#at(this.#places) * other.#at(other.#places), places);
  }

  /** Returns the quotient by a positive integer, rounded to `places` decimals, halves away from zero. */
  dividedBy(count: number, places: number): Decimal {
    const at = Math.max(this.#places, places);
    const half = count * (powers[at - places] ?? Number.NaN);
    const doubled = Math.abs(this.#smallAt(at)) * 2 + half;
    if (Number.isSafeInteger(doubled) && Number.isSafeInteger(half * 2)) {
      const rounded = (doubled - (doubled % (half * 2))) / (half * 2);
      return new Decimal(this.#small < 0 ? 0 - rounded : rounded, null, places);
    }
    const size = this.abs().#at(at) * 2n;
    const step = BigInt(count) * 10n ** BigInt(at - places);
    const rounded = (size + step) / (step * 2n);
    return Decimal.scaled(this.sign() < 0 ? -rounded : rounded, places);
  }

  neg(): Decimal {
    return this.#large === null
      ? new Decimal(0 - this.#small, null, this.#places)
      : new Decimal(0, -this.#large, this.#places);
  }

  abs(): Decimal {
    return this.sign() < 0 ? this.neg() : this;
  }

  /** Returns -1, 0 or 1. */
  sign(): number {
    return this.#large === null ? Math.sign(this.#small) : this.#large < 0n ? -1 : 1;
  }

  /** Returns a negative number, 0 or a positive one, for sorting. */
  cmp(value: Operand): number {
    const other = Decimal.#of(value);
    return this.#places === other.#places && this.#large === null && other.#large === null
      ? this.#small - other.#small
      : this.minus(other).sign();
  }

  eq(other: Operand): boolean {
    return this.cmp(other) === 0;
  }

  gt(other: Operand): boolean {
    return this.cmp(other) > 0;
  }

  lt(other: Operand): boolean {
    return this.cmp(other) < 0;
  }

  lte(other: Operand): boolean {
    return this.cmp(other) <= 0;
  }

  /** Returns the number of decimals without trailing zeros. */
  decimals(): number {
    let places = this.#places;
    if (this.#large === null) {
      if (this.#small === 0) return 0;
      for (let rest = this.#small; places > 0 && rest % 10 === 0; rest /= 10) places -= 1;
    } else for (let rest = this.#large; places > 0 && rest % 10n === 0n; rest /= 10n) places -= 1;
    return places;
  }

  /** Returns decimal text without trailing zeros, but with `least` decimals. */
  toFixed(least = 0): string {
    const negative = this.sign() < 0;
    const digits = String(this.#large ?? this.#small)
      .slice(negative ? 1 : 0)
      .padStart(this.#places + 1, '0');
    const whole = digits.slice(0, digits.length - this.#places);
    const decimals = this.decimals();
    const part = digits.slice(whole.length, whole.length + decimals).padEnd(least, '0');
    return `${negative ? '-' : ''}${whole}${part === '' ? '' : `.${part}`}`;
  }

  /** For `String` and `Number`. */
  toString(): string {
    return this.toFixed();
  }

  /** Returns the same value as a `Big`, for divisions. */
  toBig(): Big {
    return new Big(this.toFixed());
  }

  /** Returns the value times 10^`places` as a number; not a safe integer if it does not fit. */
  #smallAt(places: number): number {
    if (this.#large !== null) return Number.NaN;
    const more = places - this.#places;
    if (more === 0) return this.#small;
    const scaled = this.#small * (powers[more] ?? Number.NaN);
    return Number.isSafeInteger(scaled) ? scaled : Number.NaN;
  }

  #at(places: number): bigint {
    return (this.#large ?? BigInt(this.#small)) * 10n ** BigInt(places - this.#places);
  }
}

export const zero = Decimal.scaled(0, 0);

/** Returns the exact sum of `of` over a list. */
export function sumOf<T>(list: readonly T[], of: (one: T) => Decimal): Decimal {
  let sum = zero;
  for (const one of list) sum = sum.plus(of(one));
  return sum;
}

/** Returns the exact sum of some values. */
export const totalOf = (values: readonly Decimal[]): Decimal => sumOf(values, (value) => value);
