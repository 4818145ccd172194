import { expect, it } from 'vitest';
import { bookCountryOf, isHomeFormat, type BookCountry } from './server/routes.server';
import { bookFormats } from './schema';

const offered = (...places: (BookCountry | null)[]) =>
  bookFormats.filter((format) => isHomeFormat(format, places)).join(' ');

it('the formats of the countries that locations lie in come first, with those of any country', () => {
  expect(offered('FI')).toBe('xlsx csv netvisor procountor');
  expect(offered('SE', 'NO')).toBe('xlsx csv sie saft');
  expect(offered('DE', null)).toBe('xlsx csv datev');
  expect(offered('FR')).toBe('xlsx csv fec');
});

it('of locations in no known country every format is offered first', () => {
  expect(offered(null)).toBe(bookFormats.join(' '));
  expect(offered()).toBe(bookFormats.join(' '));
});

it('a location lies in the country of its address, and without one in that of its time zone', () => {
  expect(bookCountryOf('France', 'Europe/Helsinki')).toBe('FR');
  expect(bookCountryOf(null, 'Europe/Paris')).toBe('FR');
  expect(bookCountryOf('Estonia', 'Europe/Paris')).toBe(null);
  expect(bookCountryOf('', 'Europe/Helsinki')).toBe('FI');
});
