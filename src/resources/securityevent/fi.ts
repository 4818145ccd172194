/** Finnish texts of the security log screen. */
export const fi = {
  title: 'Tietoturvaloki',
  new: '',
  search: '',
  searchLabel: '',
  none: 'Merkintöjä ei vielä ole',
  addFirst: '',
  notRead: 'Tietoturvalokia ei voitu lukea',
  searched_one: '',
  searched_other: '',
  name: 'Merkintä',
};
