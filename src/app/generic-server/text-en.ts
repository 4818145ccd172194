/** Texts shown only on generic servers. */
export const genericServerEn = {
  reading: 'Reading the whole list',
  readingOf: 'Reading the whole list: {{come, number}} of {{total, number}}',
  readingSome: 'Reading the whole list: {{come, number}} so far',
  waiting_one: 'The server asks for patience. Going on in {{count, number}} second.',
  waiting_other: 'The server asks for patience. Going on in {{count, number}} seconds.',
  stop: 'Stop',
  partialOf:
    'Stopped: {{come, number}} of {{total, number}} have been read. Search, filters and order see these alone.',
  partial: 'Stopped: {{come, number}} have been read. Search, filters and order see these alone.',
  goOn: 'Go on',
  kept: '{{come, number}} of {{total, number}} have come and are kept: trying again goes on from there.',
  againFailed: 'The list could not be read again. What is shown was read {{when}}.',
  readAt: 'Read {{when}}',
  readAgain: 'Read again',
  absent: '{{title}}: this server has no such list',
  absentText:
    'It answered that there is nothing at {{path}}. The interface does not ask every server to have it; what refers to it is shown by its id.',
  askAgain: 'Ask again',
  asItCame: 'As it came',
  asItCameText: 'Fields that this form does not know, as the server sent them. They stay as they are.',
  notUnderstood: 'This record is not as the form expects it, so it is shown as it came.',
  notUnderstoodText: 'Nothing of it is changed. The form said: {{message}}',
  noAsOf: 'This server does not tell how a list was at another time. It is shown as it stands.',
  asItStands: 'Take the date away',
  back: 'Back to the list',
} as const;
