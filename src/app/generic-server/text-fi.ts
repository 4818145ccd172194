import type { genericServerEn } from './text-en';

/** The same in Finnish. */
export const genericServerFi: { readonly [K in keyof typeof genericServerEn]: string } = {
  reading: 'Luetaan koko luetteloa',
  readingOf: 'Luetaan koko luetteloa: {{come, number}} / {{total, number}}',
  readingSome: 'Luetaan koko luetteloa: {{come, number}} tähän mennessä',
  waiting_one: 'Palvelin pyytää odottamaan. Jatketaan {{count, number}} sekunnin kuluttua.',
  waiting_other: 'Palvelin pyytää odottamaan. Jatketaan {{count, number}} sekunnin kuluttua.',
  stop: 'Pysäytä',
  partialOf:
    'Pysäytetty: {{come, number}} / {{total, number}} on luettu. Haku, suodattimet ja järjestys näkevät vain nämä.',
  partial: 'Pysäytetty: {{come, number}} on luettu. Haku, suodattimet ja järjestys näkevät vain nämä.',
  goOn: 'Jatka',
  kept: '{{come, number}} / {{total, number}} on luettu ja tallessa: uusi yritys jatkaa siitä.',
  againFailed: 'Luetteloa ei voitu lukea uudelleen. Näkyvä luettelo luettiin {{when}}.',
  readAt: 'Luettu {{when}}',
  readAgain: 'Lue uudelleen',
  absent: '{{title}}: tällä palvelimella ei ole tällaista luetteloa',
  absentText:
    'Se vastasi, ettei osoitteessa {{path}} ole mitään. Rajapinta ei vaadi sitä jokaiselta palvelimelta; siihen viittaavat tiedot näytetään tunnisteella.',
  askAgain: 'Kysy uudelleen',
  asItCame: 'Sellaisena kuin tuli',
  asItCameText: 'Kentät, joita tämä lomake ei tunne, palvelimen lähettäminä. Ne pysyvät ennallaan.',
  notUnderstood: 'Tietue ei ole sellainen kuin lomake odottaa, joten se näytetään sellaisena kuin tuli.',
  notUnderstoodText: 'Mitään ei ole muutettu. Lomake ilmoitti: {{message}}',
  noAsOf: 'Tämä palvelin ei kerro, millainen luettelo oli muuna aikana. Se näytetään sellaisena kuin se on.',
  asItStands: 'Poista päivämäärä',
  back: 'Takaisin luetteloon',
};
