import type { Names, Phrases } from './phrases';

/** Returns "A, B ja C", or "A, B ja 3 muusta" with `others` in the same grammatical case. */
function list({ listed, more }: Names, others: string): string {
  const all = more > 0 ? [...listed, `${more} ${others}`] : listed;
  return all.length > 1 ? `${all.slice(0, -1).join(', ')} ja ${all.at(-1)}` : (all[0] ?? '');
}

/**
 * Returns a noun that carries the case, followed by the names, which are not inflected: "osastosta Bakery", "osastoista
 * A ja B".
 */
const named = (names: Names, one: string, many: string, others: string): string => {
  if (names.listed.length === 0) return '';
  return `${names.listed.length + names.more > 1 ? many : one} ${list(names, others)}`;
};

const and = (...parts: string[]): string => parts.filter(Boolean).join(' sekä ');

const upper = (text: string): string => text.slice(0, 1).toLocaleUpperCase('fi') + text.slice(1);

const dayNames = [
  'maanantaisin',
  'tiistaisin',
  'keskiviikkoisin',
  'torstaisin',
  'perjantaisin',
  'lauantaisin',
  'sunnuntaisin',
];

/** Finnish writes the time with a dot: 14.30. */
const clock = (time: string): string => time.replace(':', '.');

/** Phrases of the discount sentence in Finnish. */
export const finnish: Phrases = {
  takes({ type, value, receipt, departments, products }) {
    // The genitive, for the lines of a receipt: "osaston Bakery", "tuotteiden A ja B".
    const whose = and(
      named(departments, 'osaston', 'osastojen', 'muun'),
      named(products, 'tuotteen', 'tuotteiden', 'muun'),
    );
    const from = and(
      named(departments, 'osastosta', 'osastoista', 'muusta'),
      named(products, 'tuotteesta', 'tuotteista', 'muusta'),
    );
    if (type === 'fixed_price') {
      if (receipt)
        return whose
          ? `${upper(whose)} ostokset kuitilla yhteensä ${value}`
          : `Koko kuitti yhteensä ${value}`;
      return whose ? `${upper(whose)} jokainen rivi ${value}` : `Jokainen rivi ${value}`;
    }
    const off = `${value}:n alennus`;
    if (receipt) return whose ? `${off} ${whose} yhteissummasta kuitilla` : `${off} koko kuitista`;
    if (type === 'percent') return `${off} ${from || 'kaikesta'}`;
    return whose ? `${off} ${whose} jokaisesta rivistä` : `${off} jokaisesta rivistä`;
  },
  days: (runs, _long, short) =>
    runs
      .map(([first, last]) => {
        if (first === 1 && last === 5) return 'arkisin';
        if (first === 6 && last === 7) return 'viikonloppuisin';
        if (first === last) return dayNames[first - 1];
        return `${short[first - 1]}–${short[last - 1]}`;
      })
      .join(', '),
  hours(from, until) {
    if (from && until) return `klo ${clock(from)}–${clock(until)}`;
    return from ? `klo ${clock(from)} alkaen` : `klo ${clock(until)} asti`;
  },
  dates(from, until) {
    if (from && until) return `${from}–${until}`;
    return from ? `${from} alkaen` : `${until} asti`;
  },
  locations: (names) => named(names, 'toimipaikassa', 'toimipaikoissa', 'muussa'),
  customers: (names, groups) =>
    and(
      named(names, 'asiakkaalle', 'asiakkaille', 'muulle'),
      named(groups, 'asiakasryhmälle', 'asiakasryhmille', 'muulle'),
    ),
  least(qty, total) {
    const needs = [qty && `${qty} tuotteen`, total && `${total}:n`].filter(Boolean).join(' ja ');
    return needs && `vähintään ${needs} ostoksesta`;
  },
  most: (sum) => `enintään ${sum} kuitilta`,
  trigger(trigger, code) {
    if (trigger === 'code') return code ? `koodilla ${code}` : 'koodilla';
    return trigger === 'manual' ? 'kun kassanhoitaja valitsee sen' : '';
  },
  duties(approval, reason) {
    if (approval && reason) return 'vaatii hyväksynnän ja syyn';
    if (approval) return 'vaatii hyväksynnän';
    return reason ? 'vaatii syyn' : '';
  },
  stackable: (stackable) =>
    stackable ? 'myös muiden alennusten päälle' : 'ei yhdessä muiden alennusten kanssa',
};
