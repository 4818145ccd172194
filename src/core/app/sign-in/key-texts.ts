import { defineTexts } from '../i18n/i18n';

/** Texts of the sign-in with a key. */
export const texts = defineTexts({
  en: {
    server: 'Address of the service',
    serverHelp: 'Empty: the address of this page',
    serverWrong: 'Must be an address such as https://till.example.com',
    keep: 'Keep the key in this tab until it is closed',
    noteKept: 'The key is kept in this tab until it is closed.',
    afresh: 'Start afresh as somebody else',
    refused: 'The service does not accept this key',
    expired: 'You were signed out: the key is no longer accepted. Sign in to go on where you were.',
    note: 'The key stays in memory: a reload signs out.',
    demo: 'Demo company',
    demoHint: 'one click, no password',
  },
  fi: {
    server: 'Palvelun osoite',
    serverHelp: 'Tyhjä: tämän sivun osoite',
    serverWrong: 'Anna osoite, esimerkiksi https://till.example.com',
    keep: 'Säilytä avain tässä välilehdessä, kunnes se suljetaan',
    noteKept: 'Avain säilyy tässä välilehdessä, kunnes se suljetaan.',
    afresh: 'Aloita alusta toisena henkilönä',
    refused: 'Palvelu ei hyväksy tätä avainta',
    expired: 'Istunto päättyi: avain ei enää kelpaa. Kirjaudu, niin jatkat siitä mihin jäit.',
    note: 'Avain on vain muistissa: sivun lataus kirjaa ulos.',
    demo: 'Esittelyyritys',
    demoHint: 'yhdellä napsautuksella, ilman salasanaa',
  },
});
