/** Parts of the customers: common Finnish names, companies and streets, combined at random. */
export const firstNames =
  'Maria Anna Helena Johanna Kaarina Sofia Emilia Aino Sanna Tiina Päivi Minna Riikka Laura Katja Hanna Elina Noora Venla Ilona ' +
  'Juhani Mikael Johannes Matti Antti Mikko Timo Jari Petri Ville Lauri Eero Olli Tuomas Janne Oskari Eetu Onni Kalle Heikki ' +
  'Fatima Natalia Linnéa Erik Ahmed Nguyen';

export const lastNames =
  'Korhonen Virtanen Mäkinen Nieminen Mäkelä Hämäläinen Laine Heikkinen Koskinen Järvinen Lehtonen Lehtinen Saarinen Salminen ' +
  'Heinonen Niemi Heikkilä Salonen Kinnunen Turunen Salo Laitinen Tuominen Rantanen Karjalainen Jokinen Mattila Savolainen ' +
  'Lahtinen Ahonen Ojala Väisänen Leppänen Kallio Hiltunen Miettinen Pitkänen Aaltonen Manninen Koivisto Anttila Hakala Laaksonen ' +
  'Räsänen Lindholm Nyström Ali Ivanova';

export const firmKinds =
  'Tilitoimisto|Kampaamo|Asianajotoimisto|Arkkitehtitoimisto|Insinööritoimisto|Kukkakauppa|Päiväkoti|Hammaslääkärit|Kiinteistöhuolto|' +
  'Mainostoimisto|Kirjakauppa|Autokoulu|Fysioterapia|Rakennus|Siivouspalvelu|Teatteri';

export const firmNames =
  'Lumme Kaisla Vaahtera Kuukkeli Aurinko Poiju Meripihka Tähkä Ruska Kanerva Halla Pihlaja Saukko Revontuli';

export const notes = [
  'Invoice by e-mail, 14 days',
  'Orders cakes for Fridays, call before delivery',
  'Prefers oat drink in everything',
  'Allergic to nuts',
  'Collects the order before 8:00',
  'Invoice with the reference of the project',
  'Morning delivery to the back door',
  'Regular since the first week',
];

export const customerGroups = ['Regular', 'Regular', 'Regular', 'Club', 'Staff', 'Student'];

/** Streets with their postal codes, by child company. */
export const streets = {
  helsinki: [
    'Hämeentie|00530',
    'Porthaninkatu|00530',
    'Toinen linja|00530',
    'Kolmas linja|00530',
    'Fleminginkatu|00500',
    'Vaasankatu|00500',
    'Helsinginkatu|00500',
    'Castréninkatu|00530',
    'Sturenkatu|00510',
    'Munkkiniemen puistotie|00330',
    'Laajalahdentie|00330',
    'Hollantilaisentie|00330',
    'Mechelininkatu|00100',
    'Runeberginkatu|00100',
    'Bulevardi|00120',
    'Liisankatu|00170',
    'Mäkelänkatu|00550',
  ],
  tampere: [
    'Hämeenkatu|33100',
    'Satakunnankatu|33210',
    'Pispalan valtatie|33250',
    'Sammonkatu|33540',
    'Itsenäisyydenkatu|33500',
    'Kuninkaankatu|33200',
    'Aleksanterinkatu|33100',
    'Pirkankatu|33230',
    'Puutarhakatu|33210',
    'Tammelankatu|33500',
    'Kalevantie|33100',
  ],
};
