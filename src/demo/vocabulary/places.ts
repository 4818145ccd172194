import type { Owner } from './taxes-and-groups';

interface PlaceWords {
  key: string;
  of: Owner;
  num: number;
  name: string;
  type: 'store' | 'event';
  street: string;
  town: string;
  phone: string;
  pricelist: string;
  /** When the business day begins. */
  cutover: string;
  /** The lines above and below a receipt, in the customers' language. */
  header: string[];
  footer: string[];
  /** The type of each of its registers. */
  tills: string[];
  active?: false;
}

const stand = 'Stand till 15"';
const handheld = 'Handheld';
const kiosk = 'Self-service kiosk';

/** The shops of the receipt on the sign-in page, five with eleven active registers, and two that are closed. */
export const places: PlaceWords[] = [
  {
    key: 'hakaniemi',
    of: 'helsinki',
    num: 1,
    name: 'Hakaniemi',
    type: 'store',
    street: 'Hämeentie 1',
    town: '00530 Helsinki',
    phone: '+358 9 555 0101',
    pricelist: 'base',
    cutover: '04:00',
    header: ['RANTAKULMA HAKANIEMI', 'Hämeentie 1, 00530 Helsinki', 'Y-tunnus 1234567-1'],
    footer: ['Kiitos käynnistä!', 'Palautus 14 päivän kuluessa kuitilla'],
    tills: [stand, stand, kiosk],
  },
  {
    key: 'kallio',
    of: 'helsinki',
    num: 2,
    name: 'Kallio',
    type: 'store',
    street: 'Fleminginkatu 12',
    town: '00530 Helsinki',
    phone: '+358 9 555 0102',
    pricelist: 'base',
    cutover: '05:00',
    header: ['RANTAKULMA KALLIO', 'Fleminginkatu 12, 00530 Helsinki', 'Y-tunnus 1234567-1'],
    footer: ['Nähdään taas!'],
    tills: [stand, handheld],
  },
  {
    key: 'munkkiniemi',
    of: 'helsinki',
    num: 3,
    name: 'Munkkiniemi',
    type: 'store',
    street: 'Laajalahdentie 20',
    town: '00330 Helsinki',
    phone: '+358 9 555 0103',
    pricelist: 'base',
    cutover: '04:00',
    header: ['RANTAKULMA MUNKKINIEMI', 'Laajalahdentie 20, 00330 Helsinki', 'Y-tunnus 1234567-1'],
    footer: ['Kiitos käynnistä!'],
    tills: [stand, stand],
  },
  {
    key: 'portsa',
    of: 'helsinki',
    num: 4,
    name: 'Turku, Portsa',
    type: 'store',
    street: 'Puistokatu 9',
    town: '20100 Turku',
    phone: '+358 2 555 0104',
    pricelist: 'base',
    cutover: '04:00',
    header: ['RANTAKULMA PORTSA', 'Puistokatu 9, 20100 Turku', 'Y-tunnus 1234567-1'],
    footer: ['Kiitos käynnistä!', 'Tervetuloa uudelleen Portsaan'],
    tills: [stand, handheld],
  },
  {
    key: 'terrace',
    of: 'helsinki',
    num: 9,
    name: 'Summer terrace, Hakaniemi',
    type: 'event',
    street: 'Hakaniemenranta 2',
    town: '00530 Helsinki',
    phone: '+358 9 555 0109',
    pricelist: 'terrace',
    cutover: '05:00',
    header: ['RANTAKULMA TERASSI'],
    footer: ['Aurinkoista päivää!'],
    tills: [handheld],
    active: false,
  },
  {
    key: 'tammela',
    of: 'tampere',
    num: 5,
    name: 'Tampere, Tammela',
    type: 'store',
    street: 'Tammelan puistokatu 27',
    town: '33100 Tampere',
    phone: '+358 3 555 0105',
    pricelist: 'tre-base',
    cutover: '04:00',
    header: ['RANTAKULMA TAMMELA', 'Tammelan puistokatu 27, 33100 Tampere', 'Y-tunnus 9000003-8'],
    footer: ['Moro, ja tervetuloa uudelleen!'],
    tills: [stand, kiosk],
  },
  {
    key: 'market',
    of: 'tampere',
    num: 10,
    name: 'Tampere, Christmas market',
    type: 'event',
    street: 'Keskustori',
    town: '33100 Tampere',
    phone: '+358 3 555 0110',
    pricelist: 'tre-market',
    cutover: '04:00',
    header: ['RANTAKULMA JOULUTORI'],
    footer: ['Hyvää joulua!'],
    tills: [handheld],
    active: false,
  },
];
