import { chartRows, type Chart } from './chart';

/** Finland: numbers in the manner of the charts that Finnish bookkeeping programs come with. VAT rates of 2026. */
export const fi: Chart = {
  numbering: 'Liikekirjuri',
  rows: chartRows({
    rates: [
      { rate: '25.5', sales: ['3000', 'Myynti 25,5 %'], vat: ['29391', 'Myynnin ALV 25,5 %'] },
      { rate: '13.5', sales: ['3010', 'Myynti 13,5 %'], vat: ['29392', 'Myynnin ALV 13,5 %'] },
      { rate: '10', sales: ['3020', 'Myynti 10 %'], vat: ['29393', 'Myynnin ALV 10 %'] },
      { rate: '0', sales: ['3090', 'Myynti 0 %'] },
    ],
    tenders: {
      cash: ['1900', 'Kassa'],
      card: ['1780', 'Korttimaksusaamiset'],
      mobile: ['1781', 'Mobiilimaksusaamiset'],
      lunch: ['1782', 'Lounasetusaamiset'],
      voucher: ['1783', 'Maksuseteleiden saamiset'],
      invoice: ['1700', 'Myyntisaamiset'],
    },
    uses: {
      gift_card_sold: ['2860', 'Lahjakorttivelka'],
      gift_card_redeemed: ['2860', 'Lahjakorttivelka'],
      deposit_taken: ['2870', 'Saadut pantit'],
      deposit_returned: ['2870', 'Saadut pantit'],
      tip: ['2890', 'Juomarahat henkilöstölle'],
      rounding: ['3590', 'Pyöristyserot'],
      over: ['3980', 'Kassan ylijäämät'],
      short: ['8680', 'Kassan alijäämät'],
      paid_in: ['1990', 'Kassan selvittelytili'],
      paid_out: ['1990', 'Kassan selvittelytili'],
      card_fee: ['8560', 'Rahaliikenteen kulut'],
      difference: ['1999', 'Selvitettävät erot'],
    },
    drops: {
      bank_drop: ['1940', 'Rahaa matkalla pankkiin', 'Tilitys pankkiin'],
      safe_drop: ['1905', 'Kassakaappi', 'Tilitys kassakaappiin'],
    },
  }),
};
