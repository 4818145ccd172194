import { defineTexts } from '../../i18n/i18n';

/** Texts of the dialog before a deactivation. */
export const texts = defineTexts({
  en: {
    title_one: 'Deactivate {{count, number}} record?',
    title_other: 'Deactivate {{count, number}} records?',
    before: 'Active records use these. They stay as they are; what is deactivated can no longer be chosen.',
    parents_one: 'One belongs to {{company}} and stays as it is.',
    parents_other: '{{count, number}} belong to {{company}} and stay as they are.',
    parentsUnknown_one: 'One belongs to another company and stays as it is.',
    parentsUnknown_other: '{{count, number}} belong to another company and stay as they are.',
    nowhere: 'No active record uses what you deactivate.',
    count: '{{shown}} active',
    counting: 'Counting',
    unknown: 'could not be counted',
    first: 'Looked up for the first {{count, number}} alone.',
  },
  fi: {
    title_one: 'Poistetaanko {{count, number}} tietue käytöstä?',
    title_other: 'Poistetaanko {{count, number}} tietuetta käytöstä?',
    before:
      'Käytössä olevat tietueet viittaavat näihin. Ne jäävät ennalleen, mutta käytöstä poistettua ei voi enää valita.',
    parents_one: 'Yksi kuuluu yritykselle {{company}} ja pysyy ennallaan.',
    parents_other: '{{count, number}} kuuluu yritykselle {{company}} ja pysyy ennallaan.',
    parentsUnknown_one: 'Yksi kuuluu toiselle yritykselle ja pysyy ennallaan.',
    parentsUnknown_other: '{{count, number}} kuuluu toiselle yritykselle ja pysyy ennallaan.',
    nowhere: 'Mikään käytössä oleva tietue ei viittaa näihin.',
    count: '{{shown}} käytössä',
    counting: 'Lasketaan',
    unknown: 'määrää ei saatu luettua',
    first: 'Tarkistettiin vain ensimmäiset {{count, number}}.',
  },
});
