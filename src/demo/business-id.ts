import { hash } from './seed';

const weights = [7, 9, 10, 5, 8, 4, 2];

/** The check digit of a Finnish business id's first seven digits, or null where no digit fits (remainder 1). */
export function businessIdCheckDigit(body: string): string | null {
  const sum = weights.reduce((total, weight, at) => total + weight * Number(body.charAt(at)), 0);
  const rest = sum % 11;
  if (rest === 1) return null;
  return rest === 0 ? '0' : String(11 - rest);
}

/**
 * An invented business id such as "9123456-7": right by its check digit, and from the nines, which the register
 * has not reached, so that it is nobody's.
 */
export function inventedBusinessId(key: string): string {
  for (let attempt = 0; ; attempt += 1) {
    const body = `9${String(hash(`${key} ${attempt}`) % 1_000_000).padStart(6, '0')}`;
    const digit = businessIdCheckDigit(body);
    if (digit !== null) return `${body}-${digit}`;
  }
}
