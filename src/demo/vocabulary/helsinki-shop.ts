import type { Family } from './goods/family';

/** What Helsinki sells over the counter in addition to the café: delicatessen, own label, meetings, pralines. */
export const helsinkiShop: Family[] = [
  {
    dpt: 'meat',
    name: '{}',
    margin: 33,
    unit: 'kg',
    sold: 22,
    tags: 'delicatessen',
    variants: `Roast beef, sliced=3690 | Roasted ham, sliced=2290 | Gravlax, sliced=4290 | Hot-smoked salmon=3290 | Cold-smoked salmon, sliced=4490
      | Herring, house-marinated=1990 | Cold-smoked reindeer, by weight=7990 | Potato salad, house=1290 | Crayfish tails in dill=3990`,
  },
  {
    dpt: 'grocery',
    name: '{}',
    margin: 36,
    unit: 'box of 6',
    sold: 34,
    tags: 'own label',
    variants: `House granola 400 g=790 | House muesli 500 g=690 | House roast, espresso beans 250 g=890 | House roast, filter 250 g=850 | Rhubarb jam 220 g=590
      | Bilberry and lime jam 220 g=590 | Kallio rooftop honey 250 g=1290 | Sea buckthorn curd 200 g=690 | Rye crisps, house 150 g=490 | Gluten-free bun mix 500 g=590
      | House mustard, lingonberry 200 g=490 | Caramelised almonds 120 g=590`,
  },
  {
    dpt: 'catering',
    name: '{}',
    margin: 57,
    unit: 'portion',
    sold: 45,
    tags: 'meeting',
    variants: `Meeting coffee with bun=790 | Meeting coffee with savoury pie=990 | Meeting breakfast=1490 | Meeting lunch, salad=1690 | Meeting lunch, soup=1590
      | Buffet of small bites=2490 | Fruit platter for ten=3900 | Cheese board for ten=6900`,
  },
  {
    dpt: 'cakes',
    name: '{}',
    margin: 63,
    unit: 'piece',
    sold: 90,
    allergens: 'milk',
    tags: 'praline',
    variants: `Praline, sea salt caramel=190 | Praline, lingonberry=190 | Praline, hazelnut=190 | Praline, liquorice=190 | Praline, espresso=190 | Pralines, box of 9=1790`,
  },
  {
    dpt: 'drinks',
    name: '{}',
    margin: 45,
    unit: 'tray of 12',
    sold: 60,
    season: 'summer',
    tags: 'local',
    variants: `Kallio cola 0.33 L=325 | Rhubarb soda, craft 0.33 L=345 | Raspberry soda, craft 0.33 L=345 | Spruce tip soda 0.33 L=345 | Kombucha, green tea 0.33 L=365
      | Apple juice, Lohja orchard 0.75 L=695 | Cold brew, canned 0.25 L=345`,
  },
];
