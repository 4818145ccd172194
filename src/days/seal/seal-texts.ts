/** The texts of the seal of a business day. */
export const sealTexts = {
  en: {
    currency: 'Currency',
    seal: 'Seal',
    sealed: 'Sealed {{when}} by {{who}}',
    'sealed.nobody': 'Sealed {{when}}',
    number: 'seal {{number}} of this location',
    checking: 'Checking the seal in this browser…',
    holds: 'Verified in this browser: the report is what was sealed.',
    differs:
      'The seal does not hold: this report is not what was sealed. Let an administrator run npm run verify before it is used.',
    unread: 'The seal could not be checked in this browser.',
    unknown: 'The seal covers contents that this version does not know.',
    none: 'Closed before days were sealed: it has no seal.',
    earlier_one: '{{count, number}} earlier seal, from before it was reopened or added to',
    earlier_other: '{{count, number}} earlier seals, from before it was reopened or added to',
    late: 'The z report of {{register}} came after closing, {{when}}.',
    print: 'Seal {{number}} · SHA-256 {{hash}}',
  },
  fi: {
    currency: 'Valuutta',
    seal: 'Sinetti',
    sealed: '{{who}} sinetöi {{when}}',
    'sealed.nobody': 'Sinetöity {{when}}',
    number: 'toimipaikan sinetti {{number}}',
    checking: 'Sinettiä tarkistetaan tässä selaimessa…',
    holds: 'Tarkistettu tässä selaimessa: raportti on se, joka sinetöitiin.',
    differs:
      'Sinetti ei pidä: tämä raportti ei ole se, joka sinetöitiin. Pyydä pääkäyttäjää ajamaan npm run verify ennen kuin sitä käytetään.',
    unread: 'Sinettiä ei voitu tarkistaa tässä selaimessa.',
    unknown: 'Sinetti kattaa sisältöä, jota tämä versio ei tunne.',
    none: 'Suljettu ennen kuin päiviä sinetöitiin: sinettiä ei ole.',
    earlier_one: '{{count, number}} aiempi sinetti ajalta ennen uudelleen avaamista tai lisäystä',
    earlier_other: '{{count, number}} aiempaa sinettiä ajalta ennen uudelleen avaamista tai lisäystä',
    late: 'Kassan {{register}} z-raportti tuli sulkemisen jälkeen, {{when}}.',
    print: 'Sinetti {{number}} · SHA-256 {{hash}}',
  },
} as const;
