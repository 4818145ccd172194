import { defineTexts } from '../i18n/i18n';

/** Texts of printed lists. */
export const printTexts = defineTexts({
  en: {
    allRows_one: '{{count, number}} row',
    allRows_other: '{{count, number}} rows',
    someRows_one: 'The first {{shown, number}} of {{count, number}} row',
    someRows_other: 'The first {{shown, number}} of {{count, number}} rows',
    reading: 'Reading the rows to print',
    'reading.count_one': '{{count, number}} row so far',
    'reading.count_other': '{{count, number}} rows so far',
    cut: 'Only the first {{count, number}} rows are printed',
    'cut.text': 'Export the list as a file to have all of them.',
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
    reading: 'Luetaan tulostettavia rivejä',
    'reading.count_one': '{{count, number}} rivi toistaiseksi',
    'reading.count_other': '{{count, number}} riviä toistaiseksi',
    cut: 'Vain ensimmäiset {{count, number}} riviä tulostuvat',
    'cut.text': 'Kaikki rivit saat viemällä luettelon tiedostoon.',
    notLoaded: 'Ei tulostettu: rivejä ei voitu lukea',
    search: 'Haku',
    all: 'Myös käytöstä poistetut',
    deactivated: 'Vain käytöstä poistetut',
    asOf: 'Tilanne',
  },
});
