import { defineTexts } from '../i18n/i18n';

/** Texts of printed lists. */
export const printTexts = defineTexts({
  en: {
    allRows_one: '{{count, number}} row',
    allRows_other: '{{count, number}} rows',
    someRows_one: 'The first {{shown, number}} of {{count, number}} row. Ctrl P on the page prints all.',
    someRows_other:
      'The first {{shown, number}} of {{count, number}} rows. Ctrl P on the page prints up to 5,000.',
    notLoaded: 'Not printed: the rows could not be read',
    search: 'Search',
    order: 'Order',
    deactivated: 'Deactivated ones included',
    asOf: 'As of',
  },
  fi: {
    allRows_one: '{{count, number}} rivi',
    allRows_other: '{{count, number}} riviä',
    someRows_one: 'Ensimmäiset {{shown, number}}, kaikkiaan {{count, number}} rivi. Ctrl P tulostaa kaikki.',
    someRows_other:
      'Ensimmäiset {{shown, number}}, kaikkiaan {{count, number}} riviä. Ctrl P tulostaa enintään 5 000.',
    notLoaded: 'Ei tulostettu: rivejä ei voitu lukea',
    search: 'Haku',
    order: 'Järjestys',
    deactivated: 'Myös käytöstä poistetut',
    asOf: 'Tilanne',
  },
});
