import { chartRows, type Chart } from './chart';

/** Norway: numbers of NS 4102, VAT codes of the standard list for SAF-T. */
export const no: Chart = {
  numbering: 'NS 4102',
  rows: chartRows({
    rates: [
      {
        rate: '25',
        sales: ['3000', 'Salg, høy sats'],
        vat: ['2700', 'Utgående mva, høy sats'],
        vat_code: '3',
      },
      {
        rate: '15',
        sales: ['3001', 'Salg, middels sats'],
        vat: ['2701', 'Utgående mva, middels sats'],
        vat_code: '31',
        assumes: 'sub_account',
      },
      {
        rate: '12',
        sales: ['3002', 'Salg, lav sats'],
        vat: ['2702', 'Utgående mva, lav sats'],
        vat_code: '33',
        assumes: 'sub_account',
      },
      { rate: '0', sales: ['3100', 'Salg, avgiftsfritt'], vat_code: '5' },
    ],
    tenders: {
      cash: ['1900', 'Kontanter'],
      card: ['1570', 'Kortfordringer'],
      mobile: ['1570', 'Kortfordringer'],
      lunch: ['1570', 'Kortfordringer'],
      voucher: ['1570', 'Kortfordringer'],
      invoice: ['1500', 'Kundefordringer'],
    },
    uses: {
      gift_card_sold: ['2900', 'Gavekort'],
      gift_card_redeemed: ['2900', 'Gavekort'],
      deposit_taken: ['2990', 'Mottatt pant'],
      deposit_returned: ['2990', 'Mottatt pant'],
      tip: ['2930', 'Tips til ansatte'],
      rounding: ['7746', 'Øreavrunding'],
      over: ['3900', 'Kasseoverskudd'],
      short: ['7790', 'Kassemanko'],
      paid_in: ['1579', 'Kasse, til avklaring'],
      paid_out: ['1579', 'Kasse, til avklaring'],
      card_fee: ['7770', 'Bank- og kortgebyrer'],
      difference: ['1579', 'Kasse, til avklaring'],
    },
    drops: {
      bank_drop: ['1920', 'Bank', 'Til banken'],
      safe_drop: ['1901', 'Safe', 'Til safen'],
    },
  }),
};
