import { vatCountryOf, type VatCountry } from '../month/vat-return';
import type { BookFormat } from './schema';

/** A country whose programs read one of the formats. */
export type BookCountry = VatCountry | 'FR';

/** The country whose programs read a format; null for those of any country. */
const countries: Readonly<Record<BookFormat, BookCountry | null>> = {
  csv: null,
  xlsx: null,
  netvisor: 'FI',
  procountor: 'FI',
  sie: 'SE',
  saft: 'NO',
  datev: 'DE',
  fec: 'FR',
};
const french = ['fr', 'fra', 'france', 'ranska'];

/** Returns the country of a location: that of its address, else that of its time zone; null if no format is of it. */
export function bookCountryOf(address: string | null, zone: string): BookCountry | null {
  const said = address?.trim().toLowerCase() ?? '';
  const isFrench = said === '' ? zone === 'Europe/Paris' : french.includes(said);
  return isFrench ? 'FR' : vatCountryOf(address, zone);
}

/**
 * Whether a format is one of the countries that the locations lie in, or of any country. Of locations in none of the known
 * countries every format is: nothing is known that would speak against one.
 */
export function isHomeFormat(format: BookFormat, places: readonly (BookCountry | null)[]): boolean {
  const country = countries[format];
  return country === null || places.includes(country) || places.every((place) => place === null);
}
