import { defineTexts } from '../../i18n/i18n';

/** Texts of copying cells. */
export const texts = defineTexts({
  en: {
    copied_one: '{{count, number}} row copied',
    copied_other: '{{count, number}} rows copied',
    notCopied: 'The browser does not let us copy',
  },
  fi: {
    copied_one: '{{count, number}} rivi kopioitu',
    copied_other: '{{count, number}} riviä kopioitu',
    notCopied: 'Selain ei salli kopiointia',
  },
});
