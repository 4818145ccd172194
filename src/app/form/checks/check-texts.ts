import { defineTexts } from '../../i18n/i18n';

/** What the checks that several resources share say. */
export const texts = defineTexts({
  en: {
    'check.email': 'Not an e-mail address, such as kaisa@example.org',
    'check.taken': '{{name}} has this already: is that meant?',
    'check.notConverted':
      'Prices are not converted: each keeps its figure, and it counts with or without tax from now on. Go on if that is meant.',
  },
  fi: {
    'check.email': 'Ei sähköpostiosoite, kuten kaisa@example.org',
    'check.taken': 'Tämä on jo: {{name}}. Onko se tarkoitus?',
    'check.notConverted':
      'Hintoja ei muunneta: luvut säilyvät, mutta niiden tulkinta veron osalta muuttuu. Jatka, jos näin on tarkoitus.',
  },
});
