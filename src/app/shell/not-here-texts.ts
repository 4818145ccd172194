import { defineTexts } from '../i18n/i18n';

/** Texts of the pages that say why an address shows nothing, loaded with them. */
export const texts = defineTexts({
  en: {
    'forbidden.title': 'Not for your role',
    'forbidden.text':
      'The role {{role}} does not open {{title}}. Whoever administers {{company}} can change your role.',
    'notFound.title': 'There is nothing at this address',
    'notFound.text': 'The link may be old, or a letter is missing.',
    'notFound.back': 'Go to the start page',
  },
  fi: {
    'forbidden.title': 'Ei roolillesi',
    'forbidden.text':
      'Rooli {{role}} ei avaa tätä: {{title}}. Yrityksen {{company}} pääkäyttäjä voi muuttaa rooliasi.',
    'notFound.title': 'Tässä osoitteessa ei ole mitään',
    'notFound.text': 'Linkki voi olla vanha, tai siitä puuttuu merkki.',
    'notFound.back': 'Siirry alkusivulle',
  },
});
