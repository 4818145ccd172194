import type { Family } from './family';

/** The group's dairy products and their plant-based alternatives. */
export const dairy: Family[] = [
  {
    dpt: 'dairy',
    name: '{}',
    margin: 24,
    unit: 'box of 10',
    sold: 160,
    allergens: 'milk',
    tags: 'milk',
    variants: `Whole milk 1 L=145 | Semi-skimmed milk 1 L=135 | Skimmed milk 1 L=129 | Lactose-free milk 1 L=189 | Organic whole milk 1 L=179
      | Semi-skimmed milk 1.5 L=195 | Whole milk 0.5 L=95 | Buttermilk 1 L=155 | Lactose-free milk drink 0.5 L=125`,
  },
  {
    dpt: 'dairy',
    name: '{}',
    margin: 28,
    unit: 'box of 12',
    sold: 70,
    allergens: 'milk',
    tags: 'cream',
    variants: `Whipping cream 200 ml=189 | Whipping cream 500 ml=395 | Cooking cream 200 ml=155 | Cooking cream, garlic 200 ml=175
      | Coffee cream 200 ml=145 | Sour cream 200 g=149 | Crème fraîche 200 g=169 | Smetana 150 g=195 | Vanilla sauce 250 ml=275`,
  },
  {
    dpt: 'dairy',
    name: '{}',
    margin: 26,
    unit: 'box of 6',
    sold: 75,
    tags: 'plant-based',
    variants:
      'Oat drink 1 L=225 | Oat drink, vanilla 1 L=255 | Oat drink, organic 1 L=245 | Soya drink 1 L=245 | Almond drink 1 L=275 | Rice drink 1 L=255 | Pea drink 1 L=265',
  },
  {
    dpt: 'dairy',
    name: '{}',
    margin: 31,
    unit: 'box of 12',
    sold: 34,
    tags: 'plant-based',
    variants: `Oat cooking cream 250 ml=165 | Oat whipping cream 250 ml=265 | Oat yoghurt, bilberry 400 g=285
      | Oat yoghurt, vanilla 400 g=285 | Soya yoghurt, plain 400 g=275 | Vegan slices 150 g=345 | Vegan spread, herb 150 g=345`,
  },
  {
    dpt: 'dairy',
    name: 'Yoghurt, {}',
    margin: 30,
    unit: 'box of 8',
    sold: 60,
    allergens: 'milk',
    variants: 'strawberry | bilberry | raspberry | peach | vanilla | lemon | plain',
    sizes: '150 g=79 | 1 kg=255',
  },
  {
    dpt: 'dairy',
    name: 'Skyr, {} 170 g',
    margin: 33,
    unit: 'box of 6',
    sold: 55,
    allergens: 'milk',
    tags: 'protein',
    variants: 'plain=155 | vanilla=165 | bilberry=165 | raspberry=165 | mango=165',
  },
  {
    dpt: 'dairy',
    name: 'Quark, {}',
    margin: 32,
    unit: 'box of 8',
    sold: 48,
    allergens: 'milk',
    tags: 'protein',
    variants:
      'plain 250 g=145 | plain 500 g=245 | vanilla 200 g=165 | strawberry 200 g=165 | lemon 200 g=165',
  },
  {
    dpt: 'dairy',
    name: '{}',
    margin: 30,
    unit: 'box of 8',
    sold: 32,
    allergens: 'milk',
    variants: `Viili, plain 200 g=95 | Viili, bilberry 200 g=125 | Kefir 0.5 L=225 | Cottage cheese 200 g=185 | Cottage cheese 400 g=295
      | Drinking yoghurt, strawberry 0.25 L=165 | Drinking yoghurt, peach 0.25 L=165 | Chocolate pudding 150 g=145 | Rice pudding 150 g=155
      | Chocolate milk 0.5 L=185 | Turkish yoghurt 1 kg=445`,
  },
  {
    dpt: 'dairy',
    name: '{}',
    margin: 25,
    unit: 'box of 20',
    sold: 80,
    allergens: 'milk',
    tags: 'butter',
    variants: `Butter, salted 500 g=495 | Butter, unsalted 500 g=495 | Butter, salted 200 g=265 | Spreadable butter 400 g=425
      | Spreadable butter, lactose-free 400 g=465`,
  },
  {
    dpt: 'dairy',
    name: '{}',
    margin: 27,
    unit: 'box of 12',
    sold: 35,
    variants: 'Margarine 400 g=265 | Margarine for baking 500 g=245 | Vegetable spread 400 g=295',
  },
  {
    dpt: 'dairy',
    name: '{}',
    margin: 29,
    unit: 'box of 8',
    sold: 44,
    allergens: 'milk',
    tags: 'cheese',
    variants: `Edam, sliced 300 g=395 | Emmental 350 g=495 | Emmental, grated 150 g=245 | Aged cheddar 200 g=495 | Mild cheese, sliced 300 g=345
      | Feta 150 g=325 | Salad cheese cubes 200 g=365 | Mozzarella 125 g=185 | Parmesan, wedge 150 g=595 | Parmesan, grated 100 g=395
      | Halloumi 200 g=425 | Brie 150 g=345 | Blue cheese 150 g=365 | Goat's cheese 150 g=445 | Cream cheese, plain 200 g=245
      | Cream cheese, herb 200 g=255 | Cream cheese, cold-smoked salmon 150 g=295 | Mascarpone 250 g=325 | Gruyère 180 g=645`,
  },
  {
    dpt: 'dairy',
    name: '{}',
    margin: 26,
    unit: 'box of 10',
    sold: 85,
    allergens: 'eggs',
    season: 'easter',
    tags: 'eggs',
    variants:
      'Eggs, barn 6 pcs=195 | Eggs, barn 10 pcs=295 | Eggs, free-range 10 pcs=395 | Eggs, organic 6 pcs=325',
  },
];
