import { defineTexts } from '../../i18n/i18n';

/** Texts of the foot about cells that are not saved. */
export const texts = defineTexts({
  en: {
    keepMine: 'Save {{value}} all the same',
    drop: 'Discard',
    takeTheirs: 'Leave it',
    more_one: 'and {{count, number}} more',
    more_other: 'and {{count, number}} more',
  },
  fi: {
    keepMine: 'Tallenna silti {{value}}',
    drop: 'Hylkää',
    takeTheirs: 'Jätä ennalleen',
    more_one: 'ja {{count, number}} muu',
    more_other: 'ja {{count, number}} muuta',
  },
});
