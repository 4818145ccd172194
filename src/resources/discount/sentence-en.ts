import type { Names, Phrases } from './phrases';

/** Returns "A, B and C" or "A, B and 3 more". */
function list({ listed, more }: Names): string {
  const all = more > 0 ? [...listed, `${more} more`] : listed;
  return all.length > 1 ? `${all.slice(0, -1).join(', ')} and ${all.at(-1)}` : (all[0] ?? '');
}

const both = (departments: Names, products: Names): string =>
  [list(departments), list(products)].filter(Boolean).join(', and ');

/** Phrases of the discount sentence in English. */
export const english: Phrases = {
  takes({ type, value, receipt, departments, products }) {
    const what = both(departments, products);
    if (type === 'fixed_price') {
      if (receipt)
        return what ? `All of ${what} on a receipt for ${value}` : `The whole receipt for ${value}`;
      return what ? `Each line of ${what} for ${value}` : `Each line for ${value}`;
    }
    if (receipt)
      return what ? `${value} off the sum of ${what} on a receipt` : `${value} off the whole receipt`;
    if (type === 'percent') return `${value} off ${what || 'everything'}`;
    return what ? `${value} off each line of ${what}` : `${value} off each line`;
  },
  days: (runs, long, short) =>
    runs
      .map(([first, last]) => {
        if (first === 1 && last === 5) return 'weekdays';
        if (first === 6 && last === 7) return 'weekends';
        if (first === last) return `${long[first - 1]}s`;
        return `${short[first - 1]}–${short[last - 1]}`;
      })
      .join(', '),
  hours(from, until) {
    if (from && until) return `${from}–${until}`;
    return from ? `from ${from}` : `until ${until}`;
  },
  dates(from, until) {
    if (from && until) return `${from} – ${until}`;
    return from ? `from ${from}` : `until ${until}`;
  },
  locations: (names) => `in ${list(names)}`,
  customers(names, groups) {
    const isOne = groups.listed.length === 1;
    const inGroups = groups.listed.length > 0 && `customers in the group${isOne ? '' : 's'} ${list(groups)}`;
    return `for ${[list(names), inGroups].filter(Boolean).join(', and ')}`;
  },
  least: (qty, total) =>
    [qty && `from ${qty} ${qty === '1' ? 'item' : 'items'}`, total && `from a sum of ${total}`]
      .filter(Boolean)
      .join(' and '),
  most: (sum) => `at most ${sum} a receipt`,
  trigger(trigger, code) {
    if (trigger === 'code') return code ? `with the code ${code}` : 'with a code';
    return trigger === 'manual' ? 'when the cashier picks it' : '';
  },
  duties(approval, reason) {
    if (approval && reason) return 'with an approval and a reason';
    if (approval) return 'with an approval';
    return reason ? 'with a reason' : '';
  },
  stackable: (stackable) => (stackable ? 'also on top of other discounts' : 'not with other discounts'),
};
