import { defineTexts } from '@/app/i18n/i18n';

/** Texts of the tender form, in addition to the list's labels. */
export const texts = defineTexts({
  en: {
    'section.general': 'Tender',
    'section.general.text': 'A way to pay, as the till and the receipt name it.',
    'section.rounding': 'Rounding',
    'section.rounding.text': 'Fill in only where this tender is rounded, as cash is.',
    'section.till': 'At the till',
    'section.till.text': 'What the cashier may do. Empty limits are no limits.',
    'section.books': 'Bookkeeping',
    'section.books.text': 'Where the money goes, and what taking it costs.',
    'rounding.none': 'Paid to the cent: nothing is rounded.',
    'rounding.unknown': 'This way of rounding is not one that we know; it is kept as it is.',
    'rounding.example': '{{from}} becomes {{to}}, {{otherFrom}} becomes {{otherTo}}.',
  },
  fi: {
    'section.general': 'Maksutapa',
    'section.general.text': 'Nimi näkyy kassalla ja kuitilla.',
    'section.rounding': 'Pyöristys',
    'section.rounding.text': 'Täytä vain, jos tällä tavalla maksettu summa pyöristyy, kuten käteinen.',
    'section.till': 'Kassalla',
    'section.till.text': 'Mitä kassanhoitaja voi tehdä. Tyhjä raja ei rajoita.',
    'section.books': 'Kirjanpito',
    'section.books.text': 'Mihin raha kirjataan ja mitä sen vastaanotto maksaa.',
    'rounding.none': 'Maksetaan sentilleen: mitään ei pyöristetä.',
    'rounding.unknown': 'Tätä pyöristystapaa emme tunne; se säilyy ennallaan.',
    'rounding.example': '{{from}} pyöristyy summaan {{to}} ja {{otherFrom}} summaan {{otherTo}}.',
  },
});
