import type { Family } from './family';

/**
 * Fruit and vegetables of Helsinki: first those sold by the kilogram, then by the piece or pack. Prices are in cents.
 */
export const produce: Family[] = [
  {
    dpt: 'produce',
    name: '{}',
    margin: 33,
    unit: 'kg',
    sold: 120,
    tags: 'fruit',
    variants: `Bananas=179 | Apples, domestic=349 | Apples, Granny Smith=299 | Apples, red=279 | Pears, Conference=329 | Oranges=229 | Clementines=299
      | Lemons=349 | Limes=595 | Grapefruit=279 | Grapes, green=495 | Grapes, red=495 | Plums=395 | Nectarines=395 | Peaches=395
      | Watermelon=149 | Galia melon=249 | Kiwi fruit=445 | Pomegranates=545`,
  },
  {
    dpt: 'produce',
    name: '{}',
    margin: 34,
    unit: 'kg',
    sold: 110,
    tags: 'vegetables',
    variants: `Potatoes=119 | Potatoes, organic=195 | Carrots=149 | Carrots, organic=229 | Onions=149 | Red onions=229 | Swede=149 | Beetroot=189 | Parsnips=349
      | White cabbage=129 | Red cabbage=199 | Cauliflower=395 | Broccoli=449 | Courgettes=395 | Aubergines=445 | Cucumber=395 | Tomatoes=345
      | Tomatoes, organic=595 | Peppers, red=545 | Peppers, green=445 | Sweet potatoes=295 | Leeks=395 | Ginger=795 | Garlic=995 | Avocados=695 | Pumpkin=249`,
  },
  {
    dpt: 'produce',
    name: '{}',
    margin: 36,
    unit: 'kg',
    sold: 70,
    season: 'summer',
    tags: 'summer',
    variants:
      'New potatoes=395 | Peas in the pod=795 | Strawberries, domestic=995 | Cherries=895 | Rhubarb=495 | Chanterelles=1990',
  },
  {
    dpt: 'produce',
    name: '{}',
    margin: 38,
    unit: 'box of 10',
    sold: 75,
    tags: 'packed',
    variants: `Cherry tomatoes 250 g=275 | Mini cucumbers 250 g=295 | Iceberg lettuce 100 g=195 | Rocket 65 g=225 | Baby spinach 65 g=245 | Salad mix 150 g=265
      | Mushrooms 250 g=265 | Oyster mushrooms 150 g=395 | Radishes 125 g=195 | Spring onions 100 g=195 | Bilberries, fresh 300 g=595
      | Raspberries, fresh 125 g=395 | Mango, ready to eat 2 pcs=445`,
  },
  {
    dpt: 'produce',
    name: '{}, potted',
    margin: 42,
    unit: 'box of 12',
    sold: 55,
    tags: 'herbs',
    variants:
      'Basil=225 | Dill=195 | Parsley=195 | Coriander=225 | Mint=225 | Chives=195 | Thyme=225 | Lettuce=175',
  },
  {
    dpt: 'flowers',
    name: '{}',
    margin: 49,
    unit: 'piece',
    sold: 26,
    tags: 'flowers',
    tax: '25.5',
    variants: `Tulips, bunch of 10=890 | Roses, bunch of 10=1590 | Mixed bouquet, small=1490 | Mixed bouquet, large=2490 | Daffodils, bunch of 10=590 | Sunflower=390
      | Poinsettia=690 | Hyacinth, potted=390 | Orchid, potted=1790`,
  },
];
