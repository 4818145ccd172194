/** Which members of an object are sealed: all but `without`, or `only` some; `within` says the same of members. */
export interface Sealed {
  readonly only?: ReadonlySet<string>;
  readonly without?: ReadonlySet<string>;
  readonly within?: Readonly<Record<string, Sealed>>;
}

const everything: Sealed = {};

/**
 * Canonical JSON, read from JSON text, so that no number passes through a JavaScript number: no whitespace; members
 * sorted by the UTF-16 code units of their names; strings as `JSON.stringify` writes them; numbers as plain decimals
 * without an exponent, without zeros at the end of a fraction, and without a sign before zero. The same as RFC 8785
 * but for numbers, which keep all of their digits.
 *
 * The text must be JSON: it comes from the service, or from PostgreSQL.
 */
export class CanonicalReader {
  private readonly text: string;
  private at = 0;

  constructor(text: string) {
    this.text = text;
  }

  /** The canonical text of the next value. */
  value(sealed: Sealed = everything): string {
    this.space();
    const start = this.text[this.at];
    if (start === '{') return this.object(sealed);
    if (start === '[') {
      const elements: string[] = [];
      this.elements(() => elements.push(this.value(sealed)));
      return `[${elements.join(',')}]`;
    }
    if (start === '"') return this.string();
    const from = this.at;
    while (this.at < this.text.length && !isEnd(this.text.charCodeAt(this.at))) this.at += 1;
    const word = this.text.slice(from, this.at);
    return start === 't' || start === 'f' || start === 'n' ? word : plainDecimal(word);
  }

  /** Reads an object: `take` reads the value of each member, given its name. */
  members(take: (name: string) => void): void {
    this.list('}', () => {
      const name: string = JSON.parse(this.string());
      this.space();
      this.at += 1;
      take(name);
    });
  }

  /** Reads an array: `take` reads each element. */
  elements(take: () => void): void {
    this.list(']', take);
  }

  private object({ only, without, within }: Sealed): string {
    const members: { name: string; text: string }[] = [];
    this.members((name) => {
      const text = this.value(within?.[name]);
      if (only && !only.has(name)) return;
      if (without?.has(name)) return;
      members.push({ name, text });
    });
    members.sort((a, b) => (a.name < b.name ? -1 : 1));
    return `{${members.map(({ name, text }) => `${JSON.stringify(name)}:${text}`).join(',')}}`;
  }

  private list(end: string, take: () => void): void {
    this.space();
    this.at += 1;
    this.space();
    while (this.text[this.at] !== end) {
      if (this.at >= this.text.length) throw new SyntaxError('The JSON ends too early');
      this.space();
      take();
      this.space();
      if (this.text[this.at] === ',') this.at += 1;
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

const isSpace = (code: number): boolean => code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09;
/** A comma, a closing bracket or brace, or whitespace: what ends a number or a word. */
const isEnd = (code: number): boolean => code === 0x2c || code === 0x5d || code === 0x7d || isSpace(code);

/** Whether an odd number of backslashes stands before a quotation mark. */
function isEscaped(text: string, quote: number): boolean {
  let before = quote - 1;
  while (text[before] === '\\') before -= 1;
  return (quote - 1 - before) % 2 === 1;
}

/** A JSON number as a plain decimal: `1.50e1` → `15`, `-0.0` → `0`. */
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
