/** Finnish texts of the screen of discounts, besides those of its list and form (texts.ts). */
export const fi = {
  title: 'Alennukset',
  new: 'Uusi alennus',
  search: '',
  searchLabel: '',
  none: '',
  addFirst: '',
  notRead: '',
  searched_one: '',
  searched_other: '',
  name: 'Nimi',
} as const;
