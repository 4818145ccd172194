/** Texts of the viewer around any value. */
export const jsonViewerTexts = {
  en: {
    yes: 'yes',
    no: 'no',
    nothing: 'There is nothing in it.',
    value: 'Value',
    more: 'More',
    fields_one: '{{count, number}} field',
    fields_other: '{{count, number}} fields',
    rows_one: '{{count, number}} row',
    rows_other: '{{count, number}} rows',
    showMore_one: 'Show {{count, number}} more',
    showMore_other: 'Show {{count, number}} more',
  },
  fi: {
    yes: 'kyllä',
    no: 'ei',
    nothing: 'Siinä ei ole mitään.',
    value: 'Arvo',
    more: 'Muut',
    fields_one: '{{count, number}} kenttä',
    fields_other: '{{count, number}} kenttää',
    rows_one: '{{count, number}} rivi',
    rows_other: '{{count, number}} riviä',
    showMore_one: 'Näytä {{count, number}} lisää',
    showMore_other: 'Näytä {{count, number}} lisää',
  },
} as const;
