/** The texts of business days and reports of a generic server. */
export const genericDayTexts = {
  en: {
    receipts: 'Receipts of this day',
    theDay: 'The business day, as it came',
    theReport: 'The report, as it came',
    theRest: 'Also in the report, as it came',
    otherShape: 'This server’s report has another shape than ours, so it is shown as it came.',
    empty: 'This server’s report of the day is empty.',
    noReport: 'This server has no report of this day.',
    noReportText: 'It answered that there is nothing at {{path}}.',
    notJson: 'This server’s report of the day is not data that can be read.',
    notJsonText: 'What came, as text:',
    notReadText: 'The receipts of the day may be there all the same.',
    noDay: 'Of the day itself this server told nothing.',
    onlyOurs: '{{what}}: not on this server',
    summary: 'Summing up days',
    open: 'Opening and closing days',
    onlyOursText:
      'Only Tillhouse’s own service does this. On another server business days are shown, with their reports and receipts.',
    toDays: 'Business days',
  },
  fi: {
    receipts: 'Päivän kuitit',
    theDay: 'Liiketoimintapäivä sellaisena kuin tuli',
    theReport: 'Raportti sellaisena kuin tuli',
    theRest: 'Muuta raportissa, sellaisena kuin tuli',
    otherShape:
      'Tämän palvelimen raportti on erilainen kuin omamme, joten se näytetään sellaisena kuin tuli.',
    empty: 'Tämän palvelimen raportti päivästä on tyhjä.',
    noReport: 'Tällä palvelimella ei ole raporttia tästä päivästä.',
    noReportText: 'Se vastasi, ettei osoitteessa {{path}} ole mitään.',
    notJson: 'Tämän palvelimen raporttia päivästä ei voi lukea tietona.',
    notJsonText: 'Mitä tuli, tekstinä:',
    notReadText: 'Päivän kuitit voivat silti olla saatavilla.',
    noDay: 'Itse päivästä tämä palvelin ei kertonut mitään.',
    onlyOurs: '{{what}}: ei tällä palvelimella',
    summary: 'Päivien yhteenveto',
    open: 'Päivien avaaminen ja sulkeminen',
    onlyOursText:
      'Vain Tillhousen oma palvelu tekee tämän. Muulla palvelimella näytetään liiketoimintapäivät raportteineen ja kuitteineen.',
    toDays: 'Liiketoimintapäivät',
  },
} as const;
