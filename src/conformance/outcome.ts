import { show } from './json';

/** Thrown if the sentence could not be observed on this server; the message says why. */
export class NotShown extends Error {}

/** Thrown if the server does not do what the interface says. */
export class Fail extends Error {
  readonly expected: string;
  readonly seen: string;

  constructor(expected: string, seen: unknown) {
    const words = typeof seen === 'string' ? seen : show(seen);
    super(`expected ${expected}; seen: ${words}`);
    this.expected = expected;
    this.seen = words;
  }
}

/**
 * Asserts a condition.
 *
 * @throws Fail if it does not hold.
 */
export function must(holds: boolean, expected: string, seen: unknown): asserts holds {
  if (!holds) throw new Fail(expected, seen);
}
