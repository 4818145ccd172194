import { defineTexts } from '@/core/app/i18n/i18n';

/** Texts of the location form, in addition to the list's labels. */
export const texts = defineTexts({
  en: {
    'section.general': 'Location',
    'section.general.text': 'A place that sells or keeps goods.',
    'section.contact': 'Address',
    'section.contact.text': 'Where it is and how to reach it.',
    'section.selling': 'Selling',
    'section.selling.text': 'Empty is as the company has it.',
    'section.receipt': 'Receipt',
    'section.receipt.text': 'One line of text is one line on paper.',
    'cutover.help': 'A sale before it counts for the day before.',
    'counting.help': 'Required: a day is closed once each register with cash is counted.',
    'receipt.caption': 'An example. The sale is invented.',
    'receipt.coffee': 'Filter coffee',
    'receipt.bun': 'Cinnamon bun',
    'receipt.total': 'Total',
  },
  fi: {
    'section.general': 'Toimipaikka',
    'section.general.text': 'Paikka, jossa myydään tai varastoidaan.',
    'section.contact': 'Osoite',
    'section.contact.text': 'Missä se on ja miten sen tavoittaa.',
    'section.selling': 'Myynti',
    'section.selling.text': 'Tyhjä kohta on niin kuin yrityksellä.',
    'section.receipt': 'Kuitti',
    'section.receipt.text': 'Yksi tekstirivi on yksi rivi paperilla.',
    'cutover.help': 'Sitä ennen myyty kuuluu edelliseen päivään.',
    'counting.help': 'Pakollinen: päivä suljetaan, kun jokainen kassa, jossa on käteistä, on laskettu.',
    'receipt.caption': 'Esimerkki, jonka myynti on keksitty.',
    'receipt.coffee': 'Suodatinkahvi',
    'receipt.bun': 'Korvapuusti',
    'receipt.total': 'Yhteensä',
  },
});
