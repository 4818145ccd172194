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
    'webhook.failing.subject': 'The webhook {{name}} is paused',
    'webhook.failing.text':
      'Nothing has got through to {{host}} for three days. What happens waits, and nothing is lost.',
    'webhook.gone.subject': 'The webhook {{name}} was switched off',
    'webhook.gone.text':
      '{{host}} says that it wants no more notices (410). What happens is not sent there any more.',
    'webhook.link': 'See the webhook',
    'backup.subject': 'A backup of Tillhouse failed',
    'backup.text': 'The backup of {{due}} (UTC) was not made: {{why}}.',
    'backup.again': 'It is tried again every quarter of an hour. The good ones that are there stay.',
    'backup.link': 'See the backups',
    'backup.why.disk_full': 'the disk is full',
    'backup.why.folder': 'nothing can be written into the folder',
    'backup.why.damaged': 'what was written could not be read again',
    'backup.why.database': 'the database did not answer',
    'backup.why.unexpected': 'the log of the service says why',
    'disk.subject': 'A disk of Tillhouse is nearly full',
    'disk.text': 'Of the disk of {{folder}} on {{host}}, {{free}} of {{size}} are free.',
    'disk.then': 'When it is full, nothing can be saved any more. Make room, or give it more.',
    'provider.away.subject': '{{name}} does not answer',
    'provider.away.text':
      'The provider of single sign-on {{name}} has not answered as it should for an hour ({{why}}). Who signs in with it cannot come in, and open sessions end.',
    'provider.away.then': 'Ask whoever runs it. Administrators who may sign in without it still can.',
    'provider.certificate.subject': 'The certificate of {{name}} ends soon',
    'provider.certificate.text':
      'The certificate of the provider of single sign-on {{name}} ends on {{ends}}. If it is not renewed by then, nobody can sign in with it.',
    'provider.link': 'See the provider',
    'address.subject': 'Confirm your new e-mail for Tillhouse',
    'address.text':
      'You asked to sign in to Tillhouse with {{email}} from now on. The link works once, for 24 hours, and asks for your password.',
    'address.link': 'Sign in with this e-mail from now on',
    'address.not': 'If you did not ask for it, do nothing: nothing changes.',
    'address.taken':
      'Somebody asked to sign in to Tillhouse with {{email}} from now on. It is the e-mail of an account already, so nothing changes. If it was you, sign in with it, or ask for a new password.',
    'changed.subject': 'Your e-mail for Tillhouse was changed',
    'changed.text':
      'You no longer sign in to Tillhouse with {{email}}: another e-mail was confirmed by a link and your password. If it was not you, tell the administrators of your companies at once.',
    'second_factor_on.subject': 'A second factor was set up for Tillhouse',
    'second_factor_on.text':
      'Whoever signs in to Tillhouse as {{email}} is now asked for a code of an authenticator app besides the password. Other sessions were ended.',
    'second_factor_off.subject': 'Your second factor for Tillhouse was turned off',
    'second_factor_off.text':
      'The password alone lets {{email}} in to Tillhouse again. The recovery codes open nothing any more.',
    'second_factor_reset.subject': 'An administrator turned your second factor for Tillhouse off',
    'second_factor_reset.text':
      'An administrator of your company turned the second factor of {{email}} off, with its passkeys. The password alone lets you in to Tillhouse, and you can set another one up.',
    'recovery_code_used.subject': 'A recovery code for Tillhouse was used',
    'recovery_code_used.text':
      'Somebody who knows the password of {{email}} used one of the recovery codes in place of the authenticator app. It works no second time.',
    'recovery_codes_made.subject': 'New recovery codes for Tillhouse were made',
    'recovery_codes_made.text':
      'Ten new recovery codes were made for {{email}}. The old ones open nothing any more.',
    'passkey_added.subject': 'A passkey was added for Tillhouse',
    'passkey_added.text':
      'A passkey that lets {{email}} in to Tillhouse without a password was added. It stands under Sign-in and security.',
    'passkey_removed.subject': 'A passkey for Tillhouse was removed',
    'passkey_removed.text':
      'A passkey of {{email}} was removed. It opens Tillhouse no more, and the other sessions that it began were ended.',
    'passkey_cloned.subject': 'There may be a copy of your passkey for Tillhouse',
    'passkey_cloned.text':
      'A passkey of {{email}} was shown that had been used less often than before. It is refused from now on: remove it under Sign-in and security, and add another one.',
    'break_glass.subject': 'Somebody signed in to Tillhouse beside your provider',
    'break_glass.text':
      '{{who}} signed in to {{company}} without its provider of single sign-on, as an administrator who may do so when the provider fails.',
    'break_glass.not':
      'If the provider works and nobody should have, end their sessions and look at the security log at once.',
    'identity_linked.subject': 'A provider of single sign-on acts for you in Tillhouse',
    'identity_linked.text':
      'An administrator of {{company}} linked your membership to {{who}}, as its provider calls them: whoever that is there signs in to {{company}} as you.',
    'identity_linked.not':
      'If that is not you, tell the administrators of {{company}} at once. Your password and your other companies are not concerned.',
    'wrong_code.subject': 'Somebody knows your password for Tillhouse',
    'wrong_code.text':
      'Somebody signed in to Tillhouse with the password of {{email}} and then typed a wrong code, so they did not come in.',
    'sign_in.not':
      'If it was not you, change your password, end your other sessions and tell the administrators of your companies at once.',
    'recipient.subject': '{{company}} would like to send you reports',
    'recipient.text':
      '{{company}} entered this address as a recipient of its reports from Tillhouse. They come only after you have confirmed it, once, by the link. It works for 14 days.',
    'recipient.link': 'Look at it and confirm',
    'recipient.not': 'If you do not want them, do nothing: no report comes.',
    'set.subject': '“{{name}}” comes out otherwise than its preview said',
    'set.text':
      'You made the change set “{{name}}”, which is applied on {{when}}. Since its preview, some of its records were changed: it comes out otherwise now.',
    'set.empty.subject': 'Nothing is left to change in “{{name}}”',
    'set.empty.text':
      'You made the change set “{{name}}”, which is applied on {{when}}. Since its preview its records were changed, and all of it is so already.',
    'set.cells': 'Values with another outcome',
    'set.ready': 'Records that will change now',
    'set.conflict': 'Records that will wait for a choice',
    'set.unchanged': 'Records that are so already',
    'set.link': 'See the change set',
    'set.why':
      'If nothing is done, it is applied as it is. You are told again if it changes again, once a day at most.',
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
    'webhook.failing.subject': 'Webhook {{name}} on keskeytetty',
    'webhook.failing.text':
      'Mitään ei ole saatu perille osoitteeseen {{host}} kolmeen päivään. Tapahtumat odottavat, eikä mitään katoa.',
    'webhook.gone.subject': 'Webhook {{name}} kytkettiin pois',
    'webhook.gone.text':
      '{{host}} ilmoitti, ettei se halua enää ilmoituksia (410). Tapahtumia ei enää lähetetä sinne.',
    'webhook.link': 'Katso webhook',
    'backup.subject': 'Tillhousen varmuuskopio epäonnistui',
    'backup.text': 'Varmuuskopiota, jonka aika oli {{due}} (UTC), ei otettu: {{why}}.',
    'backup.again': 'Sitä yritetään uudelleen vartin välein. Kunnolliset kopiot säilyvät.',
    'backup.link': 'Katso varmuuskopiot',
    'backup.why.disk_full': 'levy on täynnä',
    'backup.why.folder': 'kansioon ei voi kirjoittaa',
    'backup.why.damaged': 'kirjoitettua ei voitu lukea uudelleen',
    'backup.why.database': 'tietokanta ei vastannut',
    'backup.why.unexpected': 'palvelun loki kertoo syyn',
    'disk.subject': 'Tillhousen levy on melkein täynnä',
    'disk.text': 'Kansion {{folder}} levyllä ({{host}}) on vapaana {{free}}, kaikkiaan {{size}}.',
    'disk.then': 'Kun se on täynnä, mitään ei voi enää tallentaa. Vapauta tilaa tai lisää sitä.',
    'provider.away.subject': '{{name}} ei vastaa',
    'provider.away.text':
      'Kertakirjautumisen palvelu {{name}} ei ole tuntiin vastannut niin kuin pitää ({{why}}). Sillä ei voi kirjautua sisään, ja avoimet istunnot päättyvät.',
    'provider.away.then':
      'Kysy sen ylläpidosta. Ylläpitäjät, jotka saavat kirjautua ilman sitä, pääsevät yhä sisään.',
    'provider.certificate.subject': 'Palvelun {{name}} varmenne vanhenee pian',
    'provider.certificate.text':
      'Kertakirjautumisen palvelun {{name}} varmenne vanhenee {{ends}}. Jos sitä ei uusita siihen mennessä, kukaan ei voi kirjautua sillä.',
    'provider.link': 'Katso palvelu',
    'address.subject': 'Vahvista uusi sähköpostiosoitteesi Tillhouseen',
    'address.text':
      'Pyysit saada kirjautua Tillhouseen jatkossa osoitteella {{email}}. Linkki toimii kerran, 24 tunnin ajan, ja kysyy salasanasi.',
    'address.link': 'Kirjaudu jatkossa tällä osoitteella',
    'address.not': 'Jos et pyytänyt tätä, älä tee mitään: mikään ei muutu.',
    'address.taken':
      'Joku pyysi saada kirjautua Tillhouseen jatkossa osoitteella {{email}}. Osoitteella on jo tili, joten mikään ei muutu. Jos se olit sinä, kirjaudu sillä tai pyydä uusi salasana.',
    'changed.subject': 'Sähköpostiosoitteesi Tillhousessa on vaihdettu',
    'changed.text':
      'Et enää kirjaudu Tillhouseen osoitteella {{email}}: toinen osoite vahvistettiin linkillä ja salasanallasi. Jos se et ollut sinä, kerro siitä heti yritystesi ylläpitäjille.',
    'second_factor_on.subject': 'Tillhouseen otettiin käyttöön toinen tunniste',
    'second_factor_on.text':
      'Kun joku kirjautuu Tillhouseen osoitteella {{email}}, häneltä kysytään nyt salasanan lisäksi todennussovelluksen koodi. Muut istunnot päättyivät.',
    'second_factor_off.subject': 'Toinen tunnisteesi Tillhouseen poistettiin käytöstä',
    'second_factor_off.text':
      'Osoitteella {{email}} pääsee Tillhouseen taas pelkällä salasanalla. Palautuskoodit eivät enää kelpaa.',
    'second_factor_reset.subject': 'Ylläpitäjä poisti toisen tunnisteesi Tillhouseen',
    'second_factor_reset.text':
      'Yrityksesi ylläpitäjä poisti osoitteen {{email}} toisen tunnisteen ja pääsyavaimet. Pääset Tillhouseen pelkällä salasanalla ja voit ottaa käyttöön uuden.',
    'recovery_code_used.subject': 'Tillhousen palautuskoodi käytettiin',
    'recovery_code_used.text':
      'Joku, joka tietää osoitteen {{email}} salasanan, käytti palautuskoodin todennussovelluksen sijasta. Se ei kelpaa toista kertaa.',
    'recovery_codes_made.subject': 'Tillhouseen tehtiin uudet palautuskoodit',
    'recovery_codes_made.text':
      'Osoitteelle {{email}} tehtiin kymmenen uutta palautuskoodia. Vanhat eivät enää kelpaa.',
    'passkey_added.subject': 'Tillhouseen lisättiin pääsyavain',
    'passkey_added.text':
      'Osoitteelle {{email}} lisättiin pääsyavain, jolla pääsee Tillhouseen ilman salasanaa. Se näkyy kohdassa Kirjautuminen ja turvallisuus.',
    'passkey_removed.subject': 'Tillhousen pääsyavain poistettiin',
    'passkey_removed.text':
      'Osoitteen {{email}} pääsyavain poistettiin. Se ei enää avaa Tillhousea, ja muut sillä aloitetut istunnot päättyivät.',
    'passkey_cloned.subject': 'Pääsyavaimestasi Tillhouseen voi olla kopio',
    'passkey_cloned.text':
      'Osoitteen {{email}} pääsyavainta käytettiin, mutta sitä oli käytetty vähemmän kuin aiemmin. Sitä ei enää hyväksytä: poista se kohdassa Kirjautuminen ja turvallisuus ja lisää toinen.',
    'break_glass.subject': 'Joku kirjautui Tillhouseen kertakirjautumisen ohi',
    'break_glass.text':
      '{{who}} kirjautui yritykseen {{company}} ilman sen tunnistuspalvelua ylläpitäjänä, joka saa tehdä niin, kun palvelu ei toimi.',
    'break_glass.not':
      'Jos palvelu toimii eikä kenenkään pitänyt, päätä hänen istuntonsa ja katso turvallisuusloki heti.',
    'identity_linked.subject': 'Kertakirjautuminen toimii puolestasi Tillhousessa',
    'identity_linked.text':
      'Yrityksen {{company}} ylläpitäjä liitti jäsenyytesi henkilöön, jonka sen tunnistuspalvelu tuntee nimellä {{who}}: hän kirjautuu yritykseen {{company}} sinuna.',
    'identity_linked.not':
      'Jos se et ole sinä, kerro asiasta heti yrityksen {{company}} ylläpitäjille. Salasanasi ja muut yrityksesi pysyvät ennallaan.',
    'wrong_code.subject': 'Joku tietää salasanasi Tillhouseen',
    'wrong_code.text':
      'Joku kirjautui Tillhouseen osoitteen {{email}} salasanalla ja antoi sitten väärän koodin, joten hän ei päässyt sisään.',
    'sign_in.not':
      'Jos se et ollut sinä, vaihda salasanasi, päätä muut istuntosi ja kerro asiasta heti yritystesi ylläpitäjille.',
    'recipient.subject': '{{company}} haluaa lähettää sinulle raportteja',
    'recipient.text':
      '{{company}} on merkinnyt tämän osoitteen Tillhouse-raporttiensa vastaanottajaksi. Ne tulevat vasta, kun olet vahvistanut sen kerran linkistä. Linkki toimii 14 päivää.',
    'recipient.link': 'Katso ja vahvista',
    'recipient.not': 'Jos et halua niitä, älä tee mitään: raportteja ei tule.',
    'set.subject': '”{{name}}” ei tule siksi, mitä esikatselu sanoi',
    'set.text':
      'Teit muutosjoukon ”{{name}}”, joka otetaan käyttöön {{when}}. Osaa sen tietueista on muutettu esikatselun jälkeen, joten tulos on nyt toinen.',
    'set.empty.subject': 'Muutosjoukossa ”{{name}}” ei ole enää muutettavaa',
    'set.empty.text':
      'Teit muutosjoukon ”{{name}}”, joka otetaan käyttöön {{when}}. Sen tietueita on muutettu esikatselun jälkeen, ja kaikki on jo niin.',
    'set.cells': 'Arvoja, joista tulee muuta',
    'set.ready': 'Tietueita, jotka muuttuvat nyt',
    'set.conflict': 'Tietueita, jotka jäävät odottamaan valintaa',
    'set.unchanged': 'Tietueita, jotka ovat jo niin',
    'set.link': 'Katso muutosjoukko',
    'set.why':
      'Jos mitään ei tehdä, se otetaan käyttöön sellaisenaan. Jos tulos muuttuu taas, saat siitä viestin, enintään kerran päivässä.',
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
