import { hash } from './seed';

const weights = [7, 9, 10, 5, 8, 4, 2];

/**
 * Returns the check digit for the first seven digits of a Finnish business id, or null if there is none (remainder 1).
 */
export function businessIdCheckDigit(body: string): string | null {
  const sum = weights.reduce((total, weight, at) => total + weight * Number(body.charAt(at)), 0);
  const rest = sum % 11;
  if (rest === 1) return null;
  return rest === 0 ? '0' : String(11 - rest);
}

/**
 * Returns an invented business id such as "9123456-7" with a valid check digit. It starts with 9, which the register
 * has not reached, so that it belongs to nobody.
 */
export function inventedBusinessId(key: string): string {
  for (let attempt = 0; ; attempt += 1) {
    const body = `9${String(hash(`${key} ${attempt}`) % 1_000_000).padStart(6, '0')}`;
    const digit = businessIdCheckDigit(body);
    if (digit !== null) return `${body}-${digit}`;
  }
}
