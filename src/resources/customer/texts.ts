import { texts as checkTexts } from '@/app/form/checks/check-texts';
import { defineTexts } from '@/app/i18n/i18n';

/** Texts of the customer form about data protection. */
export const texts = defineTexts({
  en: {
    ...checkTexts.en,
    'law.title': 'Personal data',
    'law.export': 'Export everything',
    'law.exportFailed': 'Not exported.',
    'law.erase': 'Erase…',
    'law.ask': 'Erase {{name}}?',
    'law.forGood': 'This cannot be undone, and no earlier version can be put back or seen.',
    'law.gone': 'Name, contact details and every other detail are removed, here and in the audit trail.',
    'law.answers': 'Stored answers to requests that hold them are removed.',
    'law.off': 'The customer is deactivated.',
    'law.stays':
      'Receipts stay, as bookkeeping demands: they name the customer by its identifier, which then says nothing. That it was erased, by whom and when, stays in the audit trail.',
    'law.receipts_one': 'One receipt stays as it was printed: bookkeeping law asks for it.',
    'law.receipts_other':
      '{{count, number}} receipts stay as they were printed: bookkeeping law asks for them.',
    'law.copies': 'The till wrote text of its own into them, which stays too: {{where}}',
    'law.do': 'Erase for good',
    'law.doing': 'Erasing',
    'law.cancel': 'Cancel',
    'law.failed': 'Not erased.',
    'law.unsaved': 'Save or discard your changes first.',
  },
  fi: {
    ...checkTexts.fi,
    'law.title': 'Henkilötiedot',
    'law.export': 'Vie kaikki tiedot',
    'law.exportFailed': 'Vienti ei onnistunut.',
    'law.erase': 'Tyhjennä…',
    'law.ask': 'Tyhjennetäänkö {{name}}?',
    'law.forGood': 'Tätä ei voi perua, eikä aiempia versioita voi palauttaa tai katsoa.',
    'law.gone': 'Nimi, yhteystiedot ja kaikki muut tiedot poistetaan, täältä ja muutoslokista.',
    'law.answers': 'Tallessa olevat vastaukset, joissa ne ovat, poistetaan.',
    'law.off': 'Asiakas poistetaan käytöstä.',
    'law.stays':
      'Kuitit säilyvät, kuten kirjanpito vaatii: niissä on asiakkaan tunniste, joka ei sen jälkeen kerro mitään. Muutoslokiin jää, kuka tyhjensi tiedot ja milloin.',
    'law.receipts_one': 'Yksi kuitti säilyy sellaisena kuin se tulostettiin: kirjanpitolaki vaatii sen.',
    'law.receipts_other':
      '{{count, number}} kuittia säilyy sellaisina kuin ne tulostettiin: kirjanpitolaki vaatii ne.',
    'law.copies': 'Kassa on kirjoittanut niihin omaa tekstiä, joka myös säilyy: {{where}}',
    'law.do': 'Tyhjennä lopullisesti',
    'law.doing': 'Tyhjennetään',
    'law.cancel': 'Peruuta',
    'law.failed': 'Ei tyhjennetty.',
    'law.unsaved': 'Tallenna tai hylkää ensin muutoksesi.',
  },
});
