/** The Finnish words of the security log's screen. */
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
