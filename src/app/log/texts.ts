import { defineTexts } from '../i18n/i18n';

/** Texts of logs, of whatever they are, besides those of their own pages. */
export const texts = defineTexts({
  en: {
    export: 'Export',
    done_one: '{{count, number}} entry is in the file',
    done_other: '{{count, number}} entries are in the file',
    failed: 'The file could not be written',
    tooMany: 'A file holds at most {{most, number}} entries: choose fewer days.',
  },
  fi: {
    export: 'Vie',
    done_one: '{{count, number}} merkintä on tiedostossa',
    done_other: '{{count, number}} merkintää on tiedostossa',
    failed: 'Tiedostoa ei voitu kirjoittaa',
    tooMany: 'Tiedostoon mahtuu enintään {{most, number}} merkintää: valitse vähemmän päiviä.',
  },
});
