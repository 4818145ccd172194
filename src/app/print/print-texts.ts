import { defineTexts } from '../i18n/i18n';

/** Texts of printed lists. */
export const printTexts = defineTexts({
  en: {
    allRows_one: '{{count, number}} row',
    allRows_other: '{{count, number}} rows',
    someRows_one: 'The first {{shown, number}} of {{count, number}} row',
    someRows_other: 'The first {{shown, number}} of {{count, number}} rows',
    notLoaded: 'Not printed: the rows could not be read',
    search: 'Search',
    all: 'Deactivated ones included',
    deactivated: 'Deactivated ones only',
    asOf: 'As of',
  },
  fi: {
    allRows_one: '{{count, number}} rivi',
    allRows_other: '{{count, number}} riviä',
    someRows_one: 'Ensimmäiset {{shown, number}}, kaikkiaan {{count, number}} rivi',
    someRows_other: 'Ensimmäiset {{shown, number}}, kaikkiaan {{count, number}} riviä',
    notLoaded: 'Ei tulostettu: rivejä ei voitu lukea',
    search: 'Haku',
    all: 'Myös käytöstä poistetut',
    deactivated: 'Vain käytöstä poistetut',
    asOf: 'Tilanne',
  },
});
