/** Finnish texts of the screen of reports by mail, besides those of its list and form (texts.ts). */
export const fi = {
  title: 'Raportit sähköpostilla',
  new: 'Uusi raportti',
  search: '',
  searchLabel: '',
  none: '',
  addFirst: '',
  notRead: '',
  searched_one: '',
  searched_other: '',
  name: 'Nimi',
} as const;
