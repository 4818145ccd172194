/** Finnish texts of the company screen. */
export const fi = {
  title: 'Yritys',
  new: 'Uusi tytäryritys',
  search: 'Nimi',
  searchLabel: 'Hae yrityksiä',
  none: 'Ei yrityksiä',
  addFirst: 'Yrityksen perustaa sen emoyritys.',
  notRead: 'Yrityksiä ei voitu lukea',
  searched_one: 'Haettiin {{count, number}} yrityksestä',
  searched_other: 'Haettiin {{count, number}} yrityksestä',
  name: 'Nimi',
  active: 'Käytössä',
};
