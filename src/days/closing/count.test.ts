import { describe, expect, it } from 'vitest';
import { countOf, drawersOf, readingsWith } from './count';
import { denominationsOf, sumOfPieces } from './denominations';
import { noteWith } from './note';
import { bodyOf, differs, faultsOf, type OpenForm } from './open-body';

const first = '018f3a6c-2b71-7d04-9f1e-5a90d3e2c41b';
const second = '018f3a6c-2b71-7d04-9f1e-5a90d3e2c41c';
const cash = (pos_id: string | null, opening_float: string, expected: string) => ({
  pos_id,
  opening_float,
  sales: '0.00',
  refunds: '0.00',
  paid_in: '0.00',
  paid_out: '0.00',
  expected,
  counted: null,
  over_short: null,
});
const text = (value: { toFixed: (places: number) => string } | null) => value?.toFixed(2) ?? null;

describe('counting the drawers of a day', () => {
  const drawers = drawersOf(
    [cash(first, '150.00', '170.35'), cash(second, '0.00', '0.00'), cash(null, '0.00', '7.00')],
    {
      z_reports: [{ pos_id: first.toUpperCase(), opening_float: 150, z_number: 9 }],
    },
  );

  it('knows what a register opened with, where somebody said so, whatever the letters of its id', () => {
    expect(drawers.map(({ opening, readings }) => [opening, readings])).toEqual([
      ['150.00', 1],
      [null, 0],
      [null, 0],
    ]);
  });

  it('gives over and short to the cent, by a sum or by notes and coins', () => {
    const [drawer] = drawers;
    if (!drawer) throw new Error('No drawer');
    expect(text(countOf(drawer, { counted: '169.90' }, 2).over_short)).toBe('-0.45');
    const pieces = { '50': '3', '20': '1', '0.20': '2' };
    expect(text(countOf(drawer, { pieces }, 2).over_short)).toBe('0.05');
    for (const nothing of [{ counted: '' }, { pieces: {} }, { pieces: { '50': ' ' } }]) {
      expect(countOf(drawer, nothing, 2)).toMatchObject({
        over_short: null,
        faults: { counted: 'count.missing' },
      });
    }
    expect(text(countOf(drawer, { pieces: { '50': '0' } }, 2).counted)).toBe('0.00');
    for (const counted of ['-1', '1.234', 'a lot', '1e5']) {
      expect(countOf(drawer, { counted }, 2).faults).toEqual({ counted: 'amount.wrong' });
    }
    expect(countOf(drawer, { pieces: { '50': '1.5' } }, 2).faults).toEqual({ counted: 'amount.wrong' });
  });

  it('keeps a typed sum when notes and coins are chosen, until the first of them is typed', () => {
    const [drawer] = drawers;
    if (!drawer) throw new Error('No drawer');
    expect(text(countOf(drawer, { counted: '245.60', pieces: {} }, 2).counted)).toBe('245.60');
    expect(text(countOf(drawer, { counted: '245.60', pieces: { '50': '3' } }, 2).counted)).toBe('150.00');
  });

  it('asks for no count of a drawer that is expected to be empty, and takes a float that nobody said before', () => {
    const [, empty, nameless] = drawers;
    if (!empty || !nameless) throw new Error('No drawer');
    expect(countOf(empty, {}, 2).faults).toEqual({});
    expect(countOf(nameless, {}, 2).faults).toEqual({ counted: 'count.missing' });
    const counted = countOf(nameless, { opening: '50', counted: '57.00' }, 2);
    expect([text(counted.expected), text(counted.over_short)]).toEqual(['57.00', '0.00']);
    expect(countOf(nameless, { opening: 'x', counted: '57' }, 2).faults).toEqual({ opening: 'amount.wrong' });
  });

  it('changes nothing of a reading but its count, and adds one where there is none', () => {
    const counts = drawers.map((drawer) => ({
      drawer,
      count: countOf(drawer, drawer.pos_id === second ? {} : { opening: '10', counted: '100.5' }, 2),
    }));
    const stored = [{ pos_id: first, opening_float: '150', z_number: '9', own_field: [1].map(String) }];
    expect(readingsWith(stored, counts, 2)).toEqual([
      { ...stored[0], counted: '100.50' },
      { opening_float: '10.00', counted: '100.50' },
    ]);
  });

  it('leaves a register alone that a till read twice', () => {
    const z_reports = [
      { pos_id: first, opening_float: '1', counted: '2' },
      { pos_id: first, opening_float: '2', counted: '3' },
    ];
    const twice = drawersOf([cash(first, '3.00', '5.00')], { z_reports });
    const counts = twice.map((drawer) => ({ drawer, count: countOf(drawer, { counted: '9' }, 2) }));
    expect(readingsWith(z_reports, counts, 2)).toEqual(z_reports);
  });
});

it('notes and coins are summed exactly; a currency that is not known has none', () => {
  expect(sumOfPieces({ '0.10': '3', '0.20': ' 1 ', '500': '' }, 2)).toBe('0.50');
  expect(sumOfPieces({ '0.01': '9999999' }, 2)).toBe('99999.99');
  expect(sumOfPieces({ '1': '-1' }, 2)).toBeNull();
  expect(denominationsOf('EUR')).toContain('0.05');
  expect(denominationsOf('XAU')).toEqual([]);
  // In Finland cash is rounded to five cents.
  expect(denominationsOf('EUR', '0.05').slice(-2)).toEqual(['0.10', '0.05']);
});

it('a drawer is counted in the decimals of its currency: none of the yen, three of the Kuwaiti dinar', () => {
  const [drawer] = drawersOf([cash(first, '10.000', '5.000')], {});
  if (!drawer) throw new Error('There is a drawer');
  expect(sumOfPieces({ '1000': '3', '500': '1' }, 0)).toBe('3500');
  expect(denominationsOf('JPY')).toContain('10000');
  const counted = (typed: string, scale: number) => {
    const count = countOf(drawer, { counted: typed }, scale);
    return count.faults.counted ?? readingsWith([], [{ drawer, count }], scale);
  };
  expect(counted('15.125', 3)).toMatchObject([{ pos_id: first, counted: '15.125' }]);
  expect(counted('15.5', 3)).toMatchObject([{ pos_id: first, counted: '15.500' }]);
  expect(counted('15.125', 2)).toBe('amount.wrong');
  expect(counted('3500', 0)).toMatchObject([{ pos_id: first, counted: '3500' }]);
  expect(counted('3500.5', 0)).toBe('amount.wrong');
});

it('a note keeps what it said before', () => {
  expect(noteWith('Rain all day', ' Short ')).toBe('Rain all day\nShort');
  expect(noteWith(null, 'Short')).toBe('Short');
});

describe('opening a day', () => {
  const registers = [
    { pos_id: first, name: 'Till 1', before: { counted: '150.00', date: '2031-05-05' } },
    { pos_id: second, name: 'Till 2', before: null },
  ];
  const form: OpenForm = { location_id: 'here', date: '2031-05-06', floats: { [second]: { amount: '20' } } };
  const by = { who: 'Aino', at: '2031-05-06T05:00:00.000Z' };

  it('opens each register with what was counted last, until another float is typed', () => {
    expect(faultsOf(form, registers, 2)).toEqual({ floats: {} });
    expect(JSON.parse(bodyOf(form, registers, by))).toEqual({
      location_id: 'here',
      date: '2031-05-06',
      opened_at: by.at,
      data: {
        opened_by: 'Aino',
        z_reports: [
          { pos_id: first, opening_float: '150.00' },
          { pos_id: second, opening_float: '20' },
        ],
      },
    });
  });

  it('says why a float differs only where it does', () => {
    const noted = (amount: string) => ({
      ...form,
      floats: { ...form.floats, [first]: { amount, note: ' To the bank ' } },
    });
    expect(registers.map((register) => differs(register, noted('100').floats))).toEqual([true, false]);
    expect(bodyOf(noted('100'), registers, by)).toContain('"opening_note":"To the bank"');
    expect(bodyOf(noted('150.0'), registers, by)).not.toContain('opening_note');
  });

  it('names what is missing or no amount', () => {
    expect(
      faultsOf({ location_id: '', date: '', floats: { [first]: { amount: '-5' } } }, registers, 2),
    ).toEqual({
      location_id: 'open.locationMissing',
      date: 'open.dateMissing',
      floats: { [first]: 'amount.wrong', [second]: 'amount.wrong' },
    });
  });
});
