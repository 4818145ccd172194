/** Finnish texts of the screen of registers, besides those of its list and form (texts.ts). */
export const fi = {
  title: 'Kassat',
  new: 'Uusi kassa',
  search: '',
  searchLabel: '',
  none: '',
  addFirst: '',
  notRead: '',
  searched_one: '',
  searched_other: '',
  name: 'Nimi',
  location_id: 'Toimipaikka',
} as const;
