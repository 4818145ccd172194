/** Finnish texts of the screen of questions. */
export const fi = {
  title: 'Kysymykset',
  new: '',
  search: '',
  searchLabel: '',
  none: '',
  addFirst: '',
  notRead: '',
  searched_one: '',
  searched_other: '',
  name: 'Kysymys',
};
