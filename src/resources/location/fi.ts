/** Finnish texts of the screen of locations, besides those of its list and form (texts.ts). */
export const fi = {
  title: 'Toimipaikat',
  new: 'Uusi toimipaikka',
  search: '',
  searchLabel: '',
  none: '',
  addFirst: '',
  notRead: '',
  searched_one: '',
  searched_other: '',
  name: 'Nimi',
} as const;
