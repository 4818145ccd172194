import { chartRows, type Chart } from './chart';

/**
 * Germany: numbers of SKR 03. Its accounts of taxed sales take the VAT out of what is booked to them by themselves; the voucher
 * books net and VAT apart, so they have the code that stops that.
 */
export const de: Chart = {
  numbering: 'SKR 03',
  rows: chartRows({
    rates: [
      {
        rate: '19',
        sales: ['8400', 'Erlöse 19 % USt'],
        vat: ['1776', 'Umsatzsteuer 19 %'],
        vat_code: '40',
        assumes: 'automatic',
      },
      {
        rate: '7',
        sales: ['8300', 'Erlöse 7 % USt'],
        vat: ['1771', 'Umsatzsteuer 7 %'],
        vat_code: '40',
        assumes: 'automatic',
      },
      { rate: '0', sales: ['8200', 'Erlöse ohne USt'] },
    ],
    tenders: {
      cash: ['1000', 'Kasse'],
      card: ['1360', 'Geldtransit'],
      mobile: ['1360', 'Geldtransit'],
      lunch: ['1360', 'Geldtransit'],
      voucher: ['1360', 'Geldtransit'],
      invoice: ['1410', 'Forderungen'],
    },
    uses: {
      gift_card_sold: ['1700', 'Gutscheine'],
      gift_card_redeemed: ['1700', 'Gutscheine'],
      deposit_taken: ['1732', 'Erhaltene Pfandbeträge'],
      deposit_returned: ['1732', 'Erhaltene Pfandbeträge'],
      tip: ['1740', 'Trinkgelder der Beschäftigten'],
      rounding: ['2709', 'Rundungsdifferenzen'],
      over: ['2709', 'Kassenüberschüsse'],
      short: ['2309', 'Kassenfehlbeträge'],
      paid_in: ['1590', 'Durchlaufende Posten'],
      paid_out: ['1590', 'Durchlaufende Posten'],
      card_fee: ['4970', 'Nebenkosten des Geldverkehrs'],
      difference: ['1590', 'Durchlaufende Posten'],
    },
    drops: {
      bank_drop: ['1360', 'Geldtransit', 'Einzahlung bei der Bank'],
      safe_drop: ['1010', 'Tresor', 'In den Tresor'],
    },
  }),
};
