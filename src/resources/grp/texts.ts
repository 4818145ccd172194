import { defineTexts } from '@/app/i18n/i18n';

/** The texts of the list and the form of groups, loaded with them. */
export const texts = defineTexts({
  en: {
    search: 'Name or number',
    searchLabel: 'Search groups',
    none: 'No groups yet',
    addFirst: 'A group gathers departments: add the first one.',
    notRead: 'The groups could not be read',
    searched_one: '{{count, number}} group searched',
    searched_other: '{{count, number}} groups searched',
    grp_num: 'Number',
    active: 'Active',
    'data.color': 'Colour',
    'data.sort_order': 'Order',
    created_at: 'Created',
    modified_at: 'Modified',
    'section.general': 'Group',
    'section.general.text': 'Gathers departments in reports and on the till.',
  },
  fi: {
    search: 'Nimi tai numero',
    searchLabel: 'Hae pääryhmiä',
    none: 'Pääryhmiä ei vielä ole',
    addFirst: 'Pääryhmä kokoaa osastoja: lisää ensimmäinen.',
    notRead: 'Pääryhmiä ei voitu lukea',
    searched_one: 'Haettiin {{count, number}} pääryhmästä',
    searched_other: 'Haettiin {{count, number}} pääryhmästä',
    grp_num: 'Numero',
    active: 'Käytössä',
    'data.color': 'Väri',
    'data.sort_order': 'Järjestys',
    created_at: 'Luotu',
    modified_at: 'Muutettu',
    'section.general': 'Pääryhmä',
    'section.general.text': 'Kokoaa osastot raporteissa ja kassalla.',
  },
});
