/** The languages of mails. */
export const languages = ['en', 'fi'] as const;
export type Language = (typeof languages)[number];

/** Returns the language of a tag such as `fi-FI`; English for any other. */
export const languageOf = (tag: string | null | undefined): Language =>
  tag?.toLowerCase().startsWith('fi') ? 'fi' : 'en';

/** The texts of mails about accounts. */
export const mailTexts = {
  en: {
    'password.subject': 'Choose a new password for Tillhouse',
    'password.text':
      'Somebody, probably you, asked for a new password for {{email}}. The link works once, for 60 minutes; a newer one ends it.',
    'password.link': 'Choose a new password',
    'password.not':
      'If it was not you, do nothing: your password stays as it is. Whoever asked does not learn whether this address is known.',
    'join.subject': '{{company}} invites you to Tillhouse',
    'join.text':
      '{{name}}, you are invited to work in {{company}} with Tillhouse. The link works once, for 3 days; a newer one ends it.',
    'join.link': 'Accept the invitation',
    'reset.subject': 'A new password for Tillhouse, {{company}}',
    'reset.text':
      '{{name}}, an administrator of {{company}} sends you this link to choose a new password. It works once, for 24 hours; a newer one ends it.',
    'reset.link': 'Choose a new password',
    'backup.subject': 'A backup of Tillhouse failed',
    'backup.text': 'The backup of {{due}} (UTC) was not made: {{why}}.',
    'backup.again': 'It is tried again every quarter of an hour. The good ones that are there stay.',
    'backup.link': 'See the backups',
    'backup.why.disk_full': 'the disk is full',
    'backup.why.folder': 'nothing can be written into the folder',
    'backup.why.damaged': 'what was written could not be read again',
    'backup.why.database': 'the database did not answer',
    'backup.why.unexpected': 'the log of the service says why',
    'link.keep': 'Give the link to nobody: whoever opens it first becomes you.',
  },
  fi: {
    'password.subject': 'Valitse uusi salasana Tillhouseen',
    'password.text':
      'Joku, luultavasti sinä, pyysi uutta salasanaa osoitteelle {{email}}. Linkki toimii kerran, 60 minuutin ajan; uudempi linkki korvaa sen.',
    'password.link': 'Valitse uusi salasana',
    'password.not':
      'Jos se et ollut sinä, älä tee mitään: salasanasi pysyy ennallaan. Pyytäjä ei saa tietää, onko osoite tunnettu.',
    'join.subject': '{{company}} kutsuu sinut Tillhouseen',
    'join.text':
      '{{name}}, sinut on kutsuttu Tillhouseen: {{company}}. Linkki toimii kerran, 3 päivän ajan; uudempi linkki korvaa sen.',
    'join.link': 'Hyväksy kutsu',
    'reset.subject': 'Uusi salasana Tillhouseen, {{company}}',
    'reset.text':
      '{{name}}, ylläpitäjä ({{company}}) lähettää sinulle linkin uutta salasanaa varten. Se toimii kerran, 24 tunnin ajan; uudempi linkki korvaa sen.',
    'reset.link': 'Valitse uusi salasana',
    'backup.subject': 'Tillhousen varmuuskopio epäonnistui',
    'backup.text': 'Varmuuskopiota, jonka aika oli {{due}} (UTC), ei otettu: {{why}}.',
    'backup.again': 'Sitä yritetään uudelleen vartin välein. Kunnolliset kopiot säilyvät.',
    'backup.link': 'Katso varmuuskopiot',
    'backup.why.disk_full': 'levy on täynnä',
    'backup.why.folder': 'kansioon ei voi kirjoittaa',
    'backup.why.damaged': 'kirjoitettua ei voitu lukea uudelleen',
    'backup.why.database': 'tietokanta ei vastannut',
    'backup.why.unexpected': 'palvelun loki kertoo syyn',
    'link.keep': 'Älä anna linkkiä kenellekään: sen ensimmäinen avaaja kirjautuu sinuna.',
  },
} as const satisfies Record<Language, Record<string, string>>;

/** Returns a text with what is given in its places. */
export function mailText(
  language: Language,
  key: keyof (typeof mailTexts)['en'],
  given: Readonly<Record<string, string>> = {},
): string {
  return mailTexts[language][key].replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => given[name] ?? '');
}
