/** The texts of the summary of several days. */
export const summaryTexts = {
  en: {
    'summary.title': 'Days summed up',
    'summary.range': 'Days',
    'summary.none': 'No business days in this range',
    'summary.days': 'Business days',
    'summary.off_one': 'One of these days does not add up',
    'summary.off_other': '{{count, number}} of these days do not add up',
    'summary.notCounted_one': '{{count, number}} day is not counted yet',
    'summary.notCounted_other': '{{count, number}} days are not counted yet',
    'summary.atFault_one': '{{count, number}} receipt at fault',
    'summary.atFault_other': '{{count, number}} receipts at fault',
  },
  fi: {
    'summary.off_one': 'Yksi näistä päivistä ei täsmää',
    'summary.off_other': '{{count, number}} näistä päivistä ei täsmää',
    'summary.notCounted_one': '{{count, number}} päivä on laskematta',
    'summary.notCounted_other': '{{count, number}} päivää on laskematta',
    'summary.atFault_one': '{{count, number}} virheellinen kuitti',
    'summary.atFault_other': '{{count, number}} virheellistä kuittia',
    'summary.title': 'Päivät yhteensä',
    'summary.range': 'Päivät',
    'summary.none': 'Tällä välillä ei ole myyntipäiviä',
    'summary.days': 'Myyntipäivät',
  },
} as const;
