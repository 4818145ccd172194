import { defineTexts } from '@/app/i18n/i18n';

/** The sentences of the list of business days, loaded with it. */
export const texts = defineTexts({
  en: {
    search: 'Date, voucher or note',
    searchLabel: 'Search business days',
    none: 'No business days yet',
    addFirst: 'They begin when a till opens one.',
    notRead: 'The business days could not be read',
    searched_one: '{{count, number}} business day searched',
    searched_other: '{{count, number}} business days searched',
  },
  fi: {
    search: 'Päivä, tosite tai huomautus',
    searchLabel: 'Hae myyntipäiviä',
    none: 'Myyntipäiviä ei vielä ole',
    addFirst: 'Ne alkavat, kun kassa avaa päivän.',
    notRead: 'Myyntipäiviä ei voitu lukea',
    searched_one: 'Haettiin {{count, number}} myyntipäivästä',
    searched_other: 'Haettiin {{count, number}} myyntipäivästä',
  },
});
