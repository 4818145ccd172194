/** The texts of the page of charts. */
export const chartTexts = {
  en: {
    title: 'Begin from a chart',
    country: 'Country',
    'country=FI': 'Finland',
    'country=SE': 'Sweden',
    'country=NO': 'Norway',
    'country=DE': 'Germany',
    about:
      'Numbers in the manner of {{numbering}}, as a beginning: look through what each assumes with whoever keeps your books. What you have already stays as it is.',
    assumes: 'Assumes',
    there: 'In your table already',
    allThere: 'Nothing to add',
    add_one: 'Add {{count, number}} account',
    add_other: 'Add {{count, number}} accounts',
    again: 'Try again',
  },
  fi: {
    title: 'Aloita tilikartasta',
    country: 'Maa',
    'country=FI': 'Suomi',
    'country=SE': 'Ruotsi',
    'country=NO': 'Norja',
    'country=DE': 'Saksa',
    about:
      'Numerot ovat aluksi tapaan {{numbering}}: käy läpi kirjanpitäjäsi kanssa, mitä kukin olettaa. Nykyiset tilisi jäävät ennalleen.',
    assumes: 'Oletus',
    there: 'Jo taulukossasi',
    allThere: 'Ei lisättävää',
    add_one: 'Lisää {{count, number}} tili',
    add_other: 'Lisää {{count, number}} tiliä',
    again: 'Yritä uudelleen',
  },
} as const;
