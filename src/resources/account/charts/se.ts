import { chartRows, type Chart } from './chart';

/** Sweden: numbers of BAS. */
export const se: Chart = {
  numbering: 'BAS',
  rows: chartRows({
    rates: [
      { rate: '25', sales: ['3001', 'Försäljning 25 % moms'], vat: ['2611', 'Utgående moms 25 %'] },
      { rate: '12', sales: ['3002', 'Försäljning 12 % moms'], vat: ['2621', 'Utgående moms 12 %'] },
      { rate: '6', sales: ['3003', 'Försäljning 6 % moms'], vat: ['2631', 'Utgående moms 6 %'] },
      { rate: '0', sales: ['3004', 'Försäljning, momsfri'] },
    ],
    tenders: {
      cash: ['1910', 'Kassa'],
      card: ['1686', 'Kortfordringar'],
      mobile: ['1686', 'Kortfordringar'],
      lunch: ['1686', 'Kortfordringar'],
      voucher: ['1686', 'Kortfordringar'],
      invoice: ['1510', 'Kundfordringar'],
    },
    uses: {
      gift_card_sold: ['2421', 'Presentkort'],
      gift_card_redeemed: ['2421', 'Presentkort'],
      deposit_taken: ['2890', 'Mottagen pant'],
      deposit_returned: ['2890', 'Mottagen pant'],
      tip: ['2820', 'Dricks till anställda'],
      rounding: ['3740', 'Öresutjämning'],
      over: ['3790', 'Kassadifferenser'],
      short: ['3790', 'Kassadifferenser'],
      paid_in: ['2999', 'OBS-konto'],
      paid_out: ['2999', 'OBS-konto'],
      card_fee: ['6040', 'Kortavgifter'],
      difference: ['2999', 'OBS-konto'],
    },
    drops: {
      bank_drop: ['1930', 'Företagskonto', 'Insättning på banken'],
      safe_drop: ['1911', 'Huvudkassa', 'Till kassaskåpet'],
    },
  }),
};
