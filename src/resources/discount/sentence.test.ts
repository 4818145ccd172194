import { describe, expect, it } from 'vitest';
import { discountSentence, type DiscountFacts } from './sentence';

const plain: DiscountFacts = {
  type: 'percent',
  value: '20',
  scope: 'line',
  trigger: 'automatic',
  code: '',
  valid_from: '',
  valid_until: '',
  weekdays: [],
  time_from: '',
  time_until: '',
  departments: [],
  products: [],
  customers: [],
  groups: [],
  locations: [],
  min_qty: '',
  min_total: '',
  max_amount: '',
  stackable: undefined,
  approval_required: false,
  reason_required: false,
  currency: '€',
  scale: 2,
};

const cases: [what: string, facts: Partial<DiscountFacts>, en: string, fi: string][] = [
  [
    'the discount of the design',
    {
      departments: ['Bakery'],
      weekdays: [1, 2, 3, 4, 5],
      time_from: '14:00',
      time_until: '17:00',
      max_amount: '5',
    },
    '20 % off Bakery, weekdays 14–17, at most 5.00 € a receipt.',
    '20 %:n alennus osastosta Bakery, arkisin klo 14–17, enintään 5,00 € kuitilta.',
  ],
  ['a share of everything', {}, '20 % off everything.', '20 %:n alennus kaikesta.'],
  [
    'a share of the receipt',
    { scope: 'receipt', value: '12.5' },
    '12.5 % off the whole receipt.',
    '12,5 %:n alennus koko kuitista.',
  ],
  [
    'a share of some of a receipt',
    { scope: 'receipt', departments: ['Bakery', 'Lunch'] },
    '20 % off the sum of Bakery and Lunch on a receipt.',
    '20 %:n alennus osastojen Bakery ja Lunch yhteissummasta kuitilla.',
  ],
  [
    'departments and products together',
    { departments: ['Bakery'], products: ['Espresso', 'Cortado'] },
    '20 % off Bakery, and Espresso and Cortado.',
    '20 %:n alennus osastosta Bakery sekä tuotteista Espresso ja Cortado.',
  ],
  [
    'more names than a sentence holds',
    { products: ['A', 'B', 'C', 'D', 'E'], locations: ['K', 'L', 'M', 'N'] },
    '20 % off A, B and 3 more, in K, L and 2 more.',
    '20 %:n alennus tuotteista A, B ja 3 muusta, toimipaikoissa K, L ja 2 muussa.',
  ],
  [
    'three names in full',
    { products: ['A', 'B', 'C'] },
    '20 % off A, B and C.',
    '20 %:n alennus tuotteista A, B ja C.',
  ],
  [
    'a sum off each line',
    { type: 'amount', value: '1.5' },
    '1.50 € off each line.',
    '1,50 €:n alennus jokaisesta rivistä.',
  ],
  [
    'a sum off each line of a product',
    { type: 'amount', value: '1.00', products: ['Espresso'] },
    '1.00 € off each line of Espresso.',
    '1,00 €:n alennus tuotteen Espresso jokaisesta rivistä.',
  ],
  [
    'a sum off the receipt, with a code and from a sum on',
    { type: 'amount', value: '5.00', scope: 'receipt', trigger: 'code', code: 'RANTA5', min_total: '25.00' },
    '5.00 € off the whole receipt, from a sum of 25.00 €, with the code RANTA5.',
    '5,00 €:n alennus koko kuitista, vähintään 25,00 €:n ostoksesta, koodilla RANTA5.',
  ],
  [
    'a fixed price for a pair',
    {
      type: 'fixed_price',
      value: '6.90',
      scope: 'receipt',
      products: ['Cinnamon bun', 'Cappuccino'],
      min_qty: '2',
    },
    'All of Cinnamon bun and Cappuccino on a receipt for 6.90 €, from 2 items.',
    'Tuotteiden Cinnamon bun ja Cappuccino ostokset kuitilla yhteensä 6,90 €, vähintään 2 tuotteen ostoksesta.',
  ],
  [
    'a fixed price for each line, and free of charge',
    { type: 'fixed_price', value: '0', departments: ['Bakery'] },
    'Each line of Bakery for 0.00 €.',
    'Osaston Bakery jokainen rivi 0,00 €.',
  ],
  [
    'how many and how much at least',
    { min_qty: '1', min_total: '30' },
    '20 % off everything, from 1 item and from a sum of 30.00 €.',
    '20 %:n alennus kaikesta, vähintään 1 tuotteen ja 30,00 €:n ostoksesta.',
  ],
  [
    'days that are no week, and half hours',
    { weekdays: [7, 1, 2, 3, 5], time_from: '09:30' },
    '20 % off everything, Mon–Wed, Fridays, Sundays from 9:30.',
    '20 %:n alennus kaikesta, ma–ke, perjantaisin, sunnuntaisin klo 9.30 alkaen.',
  ],
  [
    'the weekend until an hour',
    { weekdays: [6, 7], time_until: '11:00' },
    '20 % off everything, weekends until 11.',
    '20 %:n alennus kaikesta, viikonloppuisin klo 11 asti.',
  ],
  [
    'every day, which goes without saying',
    { weekdays: [1, 2, 3, 4, 5, 6, 7] },
    '20 % off everything.',
    '20 %:n alennus kaikesta.',
  ],
  [
    'both ends of its days',
    { valid_from: '2026-06-01', valid_until: '2026-08-31' },
    '20 % off everything, 1 Jun 2026 – 31 Aug 2026.',
    '20 %:n alennus kaikesta, 1.6.2026–31.8.2026.',
  ],
  [
    'one end of its days',
    { valid_until: '2026-08-31' },
    '20 % off everything, until 31 Aug 2026.',
    '20 %:n alennus kaikesta, 31.8.2026 asti.',
  ],
  [
    'customers and groups of them',
    { customers: ['Hotelli Haltia Oy'], groups: ['Regulars', 'Staff'] },
    '20 % off everything, for Hotelli Haltia Oy, and customers in the groups Regulars and Staff.',
    '20 %:n alennus kaikesta, asiakkaalle Hotelli Haltia Oy sekä asiakasryhmille Regulars ja Staff.',
  ],
  [
    'where, for whom, by whom, and with what',
    {
      locations: ['Kallio'],
      customers: ['Hotelli Haltia Oy'],
      trigger: 'manual',
      approval_required: true,
      reason_required: true,
      stackable: false,
    },
    '20 % off everything, in Kallio, for Hotelli Haltia Oy, when the cashier picks it, with an approval and a reason, not with other discounts.',
    '20 %:n alennus kaikesta, toimipaikassa Kallio, asiakkaalle Hotelli Haltia Oy, kun kassanhoitaja valitsee sen, vaatii hyväksynnän ja syyn, ei yhdessä muiden alennusten kanssa.',
  ],
  [
    'one of the duties, and on top of others',
    { reason_required: true, stackable: true },
    '20 % off everything, with a reason, also on top of other discounts.',
    '20 %:n alennus kaikesta, vaatii syyn, myös muiden alennusten päälle.',
  ],
];

describe('the sentence of a discount', () => {
  it.each(cases)('says %s in English and in Finnish', (_, facts, en, fi) => {
    const given = { ...plain, ...facts };
    expect([discountSentence(given, 'en'), discountSentence(given, 'fi')]).toEqual([en, fi]);
  });

  it('says nothing while nothing is taken off', () => {
    for (const facts of [
      { value: '' },
      { value: '0' },
      { value: '-1' },
      { value: 'ten' },
      { type: 'raffle' },
    ])
      expect(discountSentence({ ...plain, ...facts }, 'en'), JSON.stringify(facts)).toBeNull();
  });

  it('passes over limits that are being typed and are no numbers yet', () => {
    const typing = { ...plain, max_amount: '-', min_qty: '', min_total: '0' };
    expect(discountSentence(typing, 'en')).toBe('20 % off everything.');
  });

  it('passes over days and times that are being typed and are none yet', () => {
    const typing = {
      ...plain,
      valid_from: '31.2.',
      valid_until: '2026-02-31',
      time_from: '9',
      time_until: '25:00',
    };
    expect(discountSentence(typing, 'en')).toBe('20 % off everything.');
    expect(discountSentence(typing, 'fi')).toBe('20 %:n alennus kaikesta.');
  });

  it('tells of everything that is given, in every combination of it, in both languages', () => {
    const optional: [facts: Partial<DiscountFacts>, en: RegExp, fi: RegExp][] = [
      [{ departments: ['Bakery'] }, /Bakery/, /Bakery/],
      [{ products: ['Espresso', 'Cortado'] }, /Espresso and Cortado/, /Espresso ja Cortado/],
      [{ customers: ['Hotelli'] }, /for Hotelli/, /asiakkaalle Hotelli/],
      [{ groups: ['Regulars'] }, /customers in the group Regulars/, /asiakasryhmälle Regulars/],
      [{ locations: ['Kallio'] }, /in Kallio/, /toimipaikassa Kallio/],
      [{ weekdays: [1, 2, 3, 6] }, /Mon–Wed/, /ma–ke/],
      [{ time_from: '09:30' }, /9:30/, /9\.30/],
      [{ time_until: '21:00' }, /21/, /21/],
      [{ valid_from: '2026-03-01' }, /1 Mar 2026/, /1\.3\.2026/],
      [{ valid_until: '2026-12-31' }, /31 Dec 2026/, /31\.12\.2026/],
      [{ min_qty: '3' }, /3/, /3 tuotteen/],
      [{ min_total: '15' }, /15\.00 €/, /15,00 €/],
      [{ max_amount: '5' }, /at most 5\.00 €/, /enintään 5,00 €/],
    ];
    const wrong: string[] = [];
    for (let chosen = 0; chosen < 1 << optional.length; chosen += 1) {
      const given = optional.filter((_, at) => chosen & (1 << at));
      const facts = Object.assign({}, plain, ...given.map(([some]) => some)) as DiscountFacts;
      const type = (['percent', 'amount', 'fixed_price'] as const)[chosen % 3] ?? 'percent';
      const scope = ['line', 'receipt', ''][(chosen % 7) % 3] ?? '';
      const trigger = ['manual', 'automatic', 'code', ''][(chosen % 5) % 4] ?? '';
      for (const language of ['en', 'fi'] as const) {
        const text = discountSentence({ ...facts, type, scope, trigger, code: 'KESÄ' }, language) ?? '';
        const misses = given.some(([, en, fi]) => !(language === 'en' ? en : fi).test(text));
        const code = trigger === 'code' && !text.includes('KESÄ');
        if (misses || code || /undefined|null|NaN| {2}|, ,|,,| [,.]|–[,.]/.test(text)) wrong.push(text);
      }
    }
    expect(wrong).toEqual([]);
  });
});
