/** Finnish texts of the audit trail screen. */
export const fi = {
  title: 'Muutosloki',
  new: '',
  search: '',
  searchLabel: '',
  none: 'Tapahtumia ei vielä ole',
  addFirst: '',
  notRead: 'Muutoslokia ei voitu lukea',
  searched_one: '',
  searched_other: '',
  name: 'Tapahtuma',
};
