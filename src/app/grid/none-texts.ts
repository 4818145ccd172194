import { defineTexts } from '../i18n/i18n';

/** Texts of a list without rows. */
export const noneTexts = defineTexts({
  en: {
    allDeactivated: 'All are deactivated',
    amongDeactivated_one: '{{count, number}} that is deactivated matches.',
    amongDeactivated_other: '{{count, number}} that are deactivated match.',
    noneDeactivated: 'None are deactivated',
    showActive: 'Show active',
    showDeactivated: 'Show deactivated',
    nothingMatches: 'Nothing matches “{{q}}”',
    nothingFound: 'Nothing matches',
    clear: 'Clear search and filters',
  },
  fi: {
    allDeactivated: 'Kaikki on poistettu käytöstä',
    amongDeactivated_one: 'Pois käytöstä olevista löytyy {{count, number}}.',
    amongDeactivated_other: 'Pois käytöstä olevista löytyy {{count, number}}.',
    noneDeactivated: 'Mitään ei ole poistettu käytöstä',
    showActive: 'Näytä käytössä olevat',
    showDeactivated: 'Näytä poistetut käytöstä',
    nothingMatches: 'Haulla ”{{q}}” ei löytynyt mitään',
    nothingFound: 'Ei osumia',
    clear: 'Tyhjennä haku ja suodattimet',
  },
});
