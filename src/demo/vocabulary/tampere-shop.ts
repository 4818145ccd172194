import type { Family } from './goods/family';

/** What Tampere sells in addition to its café: orders, regional bottles and sweets, and souvenirs. */
export const tampereShop: Family[] = [
  {
    dpt: 'drinks',
    name: '{}',
    margin: 43,
    unit: 'tray of 12',
    sold: 44,
    season: 'summer',
    tags: 'local',
    variants: `Rapids lemonade, lemon 0.33 L=315 | Rapids lemonade, lingonberry 0.33 L=315 | Häme apple juice 0.75 L=675 | Blackcurrant juice, orchard 0.5 L=645 | Spruce kombucha 0.33 L=365
      | Malt drink, house 0.5 L=295`,
  },
  {
    dpt: 'sweets',
    name: '{}',
    margin: 43,
    unit: 'box of 12',
    sold: 26,
    allergens: 'milk, soya',
    tags: 'local',
    variants: `Chocolate slab, tar and salt 100 g=595 | Chocolate slab, rye crunch 100 g=595 | Chocolate slab, bilberry 100 g=595 | Toffee bag, buttermilk 120 g=445 | Polka sticks, hand-pulled 60 g=345
      | Fudge, spruce tip 100 g=495`,
  },
  {
    dpt: 'gifts',
    name: '{}',
    margin: 50,
    unit: 'piece',
    sold: 8,
    season: 'christmas',
    tags: 'souvenir',
    variants: `Postcard, red-brick mills=150 | Postcard, observation tower=150 | Enamel mug, rapids 0.4 L=1790 | Tea towel, mill chimneys=1490 | Sauna whisk ribbon, linen=690 | Sauna honey 120 g=990
      | Tote bag, Tampere=1290`,
  },
  {
    dpt: 'cakes',
    name: '{}',
    margin: 57,
    unit: 'piece',
    sold: 9,
    allergens: 'gluten, milk, eggs',
    tags: 'order',
    variants: `Cream cake, cloudberry, 10 portions=5400 | Cream cake, strawberry, 10 portions=4900 | Sandwich cake, smoked trout, 12 portions=7400 | Quark cake, whole, 12 portions=4600
      | Pulla braid, large order 800 g=990`,
  },
  {
    dpt: 'dairy',
    name: '{}',
    margin: 30,
    unit: 'box of 8',
    sold: 28,
    allergens: 'milk',
    tags: 'local',
    variants: `Farmhouse cheese, Häme 200 g=595 | Oven cheese 250 g=545 | Goat's cheese, ash 120 g=645 | Farm butter 250 g=495 | Egg butter 150 g=395`,
  },
];
