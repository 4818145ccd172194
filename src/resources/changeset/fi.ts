/** Finnish texts of the screen of change sets. */
export const fi = {
  title: 'Muutokset',
  new: '',
  search: '',
  searchLabel: '',
  none: 'Muutoksia ei vielä ole',
  addFirst: '',
  notRead: 'Muutoksia ei voitu lukea',
  searched_one: '',
  searched_other: '',
  name: 'Muutosjoukko',
};
