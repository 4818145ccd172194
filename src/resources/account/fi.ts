/** Finnish texts of the screen of accounts, besides those of its list and form (texts.ts). */
export const fi = {
  title: 'Tilit',
  new: 'Uusi tili',
  search: '',
  searchLabel: '',
  none: '',
  addFirst: '',
  notRead: '',
  searched_one: '',
  searched_other: '',
  name: 'Nimi',
} as const;
