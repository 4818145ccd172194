import { describe, expect, it } from 'vitest';
import { Decimal } from '@/record/decimal';
import { vatCountryOf, vatReturn } from './vat-return';

const sums = (...rows: [rate: string | null, net: string, tax: string][]) =>
  rows.map(([rate, net, tax]) => ({ rate, net: Decimal.parse(net), tax: Decimal.parse(tax) }));
const stated = (rows: ReturnType<typeof vatReturn>) =>
  rows.map(({ row, rate, stated_base, stated_tax }) => [row, rate, stated_base, stated_tax]);

describe('the rows of a VAT return', () => {
  it('are the taxes by rate to the cent in Finland, and the old general rate stands in the row of the new one', () => {
    const rows = vatReturn(
      'FI',
      sums(
        ['25.5', '100.10', '25.53'],
        ['24', '10.00', '2.40'],
        ['13.5', '7.00', '0.95'],
        ['0', '5.50', '0'],
      ),
    );
    expect(stated(rows)).toEqual([
      ['301', '25.5', null, '27.93'],
      ['302', '13.5', null, '0.95'],
      ['303', '10', null, '0.00'],
      ['304', '0', '5.50', null],
    ]);
  });

  it('name the rate of now where a month has both, and the former one where it has only that', () => {
    const rateOf302 = (...rows: Parameters<typeof sums>) => vatReturn('FI', sums(...rows))[1]?.rate;
    expect(rateOf302(['14', '0.00', '0.00'], ['13.5', '7.00', '0.95'])).toBe('13.5');
    expect(rateOf302(['14', '7.00', '0.98'])).toBe('14');
  });

  it('are whole kronor in Sweden, öre cut off, with the taxable sales in one row', () => {
    const rows = vatReturn(
      'SE',
      sums(['25', '100.90', '25.99'], ['12', '50.20', '6.02'], ['0', '3.99', '0']),
    );
    expect(stated(rows)).toEqual([
      ['05', null, '151', null],
      ['10', '25', null, '25'],
      ['11', '12', null, '6'],
      ['12', '6', null, '0'],
      ['42', '0', '3', null],
    ]);
  });

  it('are whole kroner in Norway, with the tax that the base makes', () => {
    const rows = vatReturn('NO', sums(['25', '102.90', '25.70'], ['15', '-10.50', '-1.58']));
    expect(stated(rows)).toEqual([
      ['3', '25', '102', '26'],
      ['31', '15', '-10', '-2'],
      ['33', '12', '0', '0'],
      ['5', '0', '0', null],
    ]);
  });

  it('are bases in whole euros in Germany, with the tax computed from them to the cent', () => {
    const rows = vatReturn('DE', sums(['19', '1000.99', '190.21'], ['7', '99.99', '6.98']));
    expect(stated(rows)).toEqual([
      ['81', '19', '1000', '190.00'],
      ['86', '7', '99', '6.93'],
      ['48', '0', '0', null],
    ]);
  });

  it('leave nothing out: a rate without a row is a row of its own, with nothing to state', () => {
    const rows = vatReturn('FI', sums(['99', '1.00', '0.99'], [null, '2.00', '0.10']));
    expect(rows.slice(4).map(({ row, name, rate, tax }) => [row, name, rate, tax?.toFixed(2)])).toEqual([
      ['', 'other', '99', '0.99'],
      ['', 'other', null, '0.10'],
    ]);
  });
});

it('the country is that of the address, else that of the time zone, and is never guessed', () => {
  expect(vatCountryOf('FI', 'UTC')).toBe('FI');
  expect(vatCountryOf(' Sverige', 'Europe/Helsinki')).toBe('SE');
  expect(vatCountryOf(null, 'Europe/Oslo')).toBe('NO');
  expect(vatCountryOf('Estonia', 'Europe/Berlin')).toBe(null);
  expect(vatCountryOf('', 'Europe/Paris')).toBe(null);
});
