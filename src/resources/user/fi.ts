/** Finnish texts of the screen of users, besides those of its list and form (texts.ts). */
export const fi = {
  title: 'Käyttäjät',
  new: 'Kutsu käyttäjä',
  search: '',
  searchLabel: '',
  none: '',
  addFirst: '',
  notRead: '',
  searched_one: '',
  searched_other: '',
  name: 'Nimi',
};
