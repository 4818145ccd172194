import { defineTexts } from '@/app/i18n/i18n';

/** The sentences of the list of receipts, loaded with it. */
export const texts = defineTexts({
  en: {
    search: 'Receipt number or cashier',
    searchLabel: 'Search receipts',
    none: 'No receipts yet',
    addFirst: 'They come from the tills.',
    notRead: 'The receipts could not be read',
    searched_one: '{{count, number}} receipt searched',
    searched_other: '{{count, number}} receipts searched',
  },
  fi: {
    search: 'Kuittinumero tai myyjä',
    searchLabel: 'Hae kuitteja',
    none: 'Kuitteja ei vielä ole',
    addFirst: 'Ne tulevat kassoilta.',
    notRead: 'Kuitteja ei voitu lukea',
    searched_one: 'Haettiin {{count, number}} kuitista',
    searched_other: 'Haettiin {{count, number}} kuitista',
  },
});
