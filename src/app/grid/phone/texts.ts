import { defineTexts } from '../../i18n/i18n';

/** Texts of a list on a phone. */
export const texts = defineTexts({
  en: {
    title: 'Filters',
    any: 'Any',
    sortBy: 'Sort by',
    apply: 'Apply',
    clearAll: 'Clear all',
    showCount_one: 'Show {{count, number}} result',
    showCount_other: 'Show {{count, number}} results',
    countSet_one: '{{count, number}} filter set',
    countSet_other: '{{count, number}} filters set',
  },
  fi: {
    title: 'Suodattimet',
    any: 'Kaikki',
    sortBy: 'Järjestys',
    apply: 'Käytä',
    clearAll: 'Tyhjennä kaikki',
    showCount_one: 'Näytä {{count, number}} tulos',
    showCount_other: 'Näytä {{count, number}} tulosta',
    countSet_one: '{{count, number}} suodatin käytössä',
    countSet_other: '{{count, number}} suodatinta käytössä',
  },
});
