import { currencyCodes } from './number-readings';

/** Signs and codes of currencies, and the codes that each may stand for; a code of three letters stands for itself. */
const currencySigns: readonly (readonly [sign: string, codes: readonly string[]])[] = [
  ['€', ['EUR']],
  ['£', ['GBP']],
  ['$', ['USD', 'CAD', 'AUD', 'NZD', 'SGD', 'HKD', 'MXN']],
  ['kr', ['SEK', 'NOK', 'DKK', 'ISK']],
  ['zł', ['PLN']],
  ['kč', ['CZK']],
  ['ft', ['HUF']],
  ['fr', ['CHF']],
  ['lei', ['RON']],
  ['лв', ['BGN']],
  ['₴', ['UAH']],
  ['₽', ['RUB']],
  ['₺', ['TRY']],
  ['¥', ['JPY', 'CNY']],
];

/** Returns the codes of the currencies that a unit may mean; nothing for "%" and for none. */
export function currenciesOf(unit: string): readonly string[] {
  const plain = unit.toLowerCase();
  const sign = currencySigns.find(([one]) => one === plain);
  if (sign) return sign[1];
  return currencyCodes.includes(plain) ? [plain.toUpperCase()] : [];
}
