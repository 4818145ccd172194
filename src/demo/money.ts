/** Returns cents as decimal text with two decimals, as on the wire: 410 → "4.10". */
export function centsText(cents: number): string {
  return scaledText(cents, 2);
}

/** Returns a scaled integer as decimal text: (1500, 3) → "1.500", (7, 0) → "7". For non-negative numbers. */
export function scaledText(scaled: number, decimals: number): string {
  if (decimals === 0) return String(scaled);
  const digits = String(scaled).padStart(decimals + 1, '0');
  return `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
}

/** Returns a tax rate in tenths of a per cent: "25.5" → 255, "14" → 140. */
export function rateTenths(rate: string): number {
  const [whole = '0', tenth = '0'] = rate.split('.');
  return Number(whole) * 10 + Number(tenth);
}

/** Rounds a price as shops do: café prices to ten cents, shelf prices to an ending of 5 or 9. */
export function roundShopPrice(cents: number, ending: 'café' | 'shelf'): number {
  if (ending === 'café') return Math.max(10, Math.round(cents / 10) * 10);
  const rounded = Math.max(5, Math.round(cents / 5) * 5);
  return rounded % 10 === 0 && rounded > 100 ? rounded - 1 : rounded;
}

/** Returns cents as decimal text, with a sign if negative: -410 → "-4.10". */
export function signedText(cents: number): string {
  return cents < 0 ? `-${centsText(-cents)}` : centsText(cents);
}

/**
 * Returns the tax in a gross amount of cents at a rate in tenths of a per cent, with half a cent rounded away from
 * zero.
 */
export function taxIn(gross: number, tenths: number): number {
  const parts = 1000 + tenths;
  const size = Math.floor((2 * Math.abs(gross) * tenths + parts) / (2 * parts));
  return gross < 0 ? -size : size;
}

/** Returns the price of a quantity in thousandths, in cents, with half a cent rounded up. */
export function priceOf(thousandths: number, unit: number): number {
  return Math.floor((thousandths * unit + 500) / 1000);
}
