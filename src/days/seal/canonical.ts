/** Which members of an object are sealed: all except `without`, or `only` some; `within` applies to nested members. */
export interface Sealed {
  readonly only?: ReadonlySet<string>;
  readonly without?: ReadonlySet<string>;
  readonly within?: Readonly<Record<string, Sealed>>;
}

const everything: Sealed = {};

/**
 * Canonical JSON, read from JSON text, so that no number passes through a JavaScript number: no whitespace; members
 * sorted by the UTF-16 code units of their names; strings as `JSON.stringify` writes them; numbers as plain decimals
 * without an exponent, trailing zeros of a fraction, or a sign before zero. The same as RFC 8785 except for numbers, which
 * keep all of their digits.
 *
 * The text must be JSON: it comes from the service, or from PostgreSQL.
 */
export class CanonicalReader {
  private readonly text: string;
  private at = 0;

  constructor(text: string) {
    this.text = text;
  }

  /** Reads the next value and returns its canonical text. */
  value(sealed: Sealed = everything): string {
    this.space();
    switch (this.text.charCodeAt(this.at)) {
      case code.quote:
        return this.string();
      case code.brace:
        return this.object(sealed);
      case code.bracket: {
        const elements: string[] = [];
        this.elements(() => elements.push(this.value(sealed)));
        return `[${elements.join(',')}]`;
      }
      default:
        return this.word();
    }
  }

  /** Reads an object: `take` must read the value of each member; it gets the name, and the name as a JSON string. */
  members(take: (name: string, written: string) => void): void {
    this.list(code.braceEnd, () => {
      const written = this.string();
      const name: string = written.includes('\\') ? JSON.parse(written) : written.slice(1, -1);
      this.space();
      this.at += 1;
      take(name, written);
    });
  }

  /** Reads an array: `take` must read each element. */
  elements(take: () => void): void {
    this.list(code.bracketEnd, take);
  }

  private object({ only, without, within }: Sealed): string {
    const members: { name: string; text: string }[] = [];
    this.members((name, written) => {
      const value = this.value(within?.[name]);
      if ((only && !only.has(name)) || without?.has(name)) return;
      members.push({ name, text: `${written}:${value}` });
    });
    members.sort((a, b) => (a.name < b.name ? -1 : 1));
    return `{${members.map(({ text }) => text).join(',')}}`;
  }

  private word(): string {
    const from = this.at;
    while (this.at < this.text.length && !isEnd(this.text.charCodeAt(this.at))) this.at += 1;
    const word = this.text.slice(from, this.at);
    return word === 'true' || word === 'false' || word === 'null' ? word : plainDecimal(word);
  }

  private list(end: number, take: () => void): void {
    this.space();
    this.at += 1;
    this.space();
    while (this.text.charCodeAt(this.at) !== end) {
      if (this.at >= this.text.length) throw new SyntaxError('The JSON ends too early');
      this.space();
      take();
      this.space();
      if (this.text.charCodeAt(this.at) === code.comma) this.at += 1;
      this.space();
    }
    this.at += 1;
  }

  private string(): string {
    const from = this.at;
    let end = this.text.indexOf('"', from + 1);
    while (isEscaped(this.text, end)) end = this.text.indexOf('"', end + 1);
    if (end < 0) throw new SyntaxError('The JSON ends too early');
    this.at = end + 1;
    const raw = this.text.slice(from, this.at);
    return raw.includes('\\') ? JSON.stringify(JSON.parse(raw)) : raw;
  }

  private space(): void {
    while (isSpace(this.text.charCodeAt(this.at))) this.at += 1;
  }
}

const code = {
  quote: 0x22,
  comma: 0x2c,
  bracket: 0x5b,
  bracketEnd: 0x5d,
  backslash: 0x5c,
  brace: 0x7b,
  braceEnd: 0x7d,
} as const;

const isSpace = (sign: number): boolean => sign === 0x20 || sign === 0x0a || sign === 0x0d || sign === 0x09;
/** Whether a character ends a number or literal: a comma, a closing bracket or brace, or whitespace. */
const isEnd = (sign: number): boolean =>
  sign === code.comma || sign === code.bracketEnd || sign === code.braceEnd || isSpace(sign);

/** Whether a quotation mark is escaped: preceded by an odd number of backslashes. */
function isEscaped(text: string, quote: number): boolean {
  let before = quote - 1;
  while (text.charCodeAt(before) === code.backslash) before -= 1;
  return (quote - 1 - before) % 2 === 1;
}

/** Returns a JSON number as a plain decimal: `1.50e1` → `15`, `-0.0` → `0`. */
export function plainDecimal(number: string): string {
  if (/^[1-9]\d*$/.test(number)) return number;
  const [, sign = '', whole = '', fraction = '', exponent = '0'] =
    /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(number) ?? [];
  if (whole === '') throw new SyntaxError(`Not a JSON number: ${number}`);
  const point = whole.length + Number(exponent);
  const digits = whole + fraction;
  const padded = point < 1 ? '0'.repeat(1 - point) + digits : digits.padEnd(point, '0');
  const place = Math.max(point, 1);
  const integer = padded.slice(0, place).replace(/^0+(?=\d)/, '');
  const rest = padded.slice(place).replace(/0+$/, '');
  const plain = rest === '' ? integer : `${integer}.${rest}`;
  return plain === '0' ? plain : sign + plain;
}
