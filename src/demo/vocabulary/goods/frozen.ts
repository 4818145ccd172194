import type { Family } from './family';

/** The group's meat and fish, frozen food and ice cream. */
export const frozen: Family[] = [
  {
    dpt: 'meat',
    name: '{}',
    margin: 25,
    unit: 'box of 10',
    sold: 40,
    tags: 'meat',
    variants: `Minced beef, 10 % fat 400 g=595 | Minced beef and pork 400 g=445 | Chicken fillet strips 300 g=495 | Chicken breast fillets 400 g=695
      | Chicken thighs, marinated 600 g=645 | Pork tenderloin 400 g=695 | Pork chops 450 g=545 | Beef stewing steak 500 g=895
      | Sautéed reindeer, sliced 240 g=1095 | Turkey fillet 400 g=795 | Meatballs 320 g=325 | Chicken meatballs 300 g=365`,
  },
  {
    dpt: 'meat',
    name: '{}',
    margin: 29,
    unit: 'box of 12',
    sold: 48,
    season: 'summer',
    tags: 'meat',
    variants: `Ham, sliced 300 g=345 | Smoked turkey, sliced 200 g=325 | Salami, sliced 150 g=285 | Sausage ring 500 g=345 | Grill sausages 400 g=365
      | Frankfurters 280 g=295 | Chorizo 200 g=395 | Bacon 170 g=265 | Bacon, smoked cubes 140 g=255 | Liver pâté 200 g=225
      | Cold-smoked reindeer, sliced 80 g=695 | Smoked ham, cubes 150 g=275 | Lingonberry liver sausage 250 g=265`,
  },
  {
    dpt: 'meat',
    name: '{}',
    margin: 27,
    unit: 'box of 8',
    sold: 30,
    allergens: 'fish',
    tags: 'fish',
    variants: `Salmon fillet 300 g=895 | Cold-smoked salmon 150 g=795 | Gravlax 150 g=795 | Hot-smoked rainbow trout 200 g=745
      | Pickled herring, onion 250 g=345 | Pickled herring, dill 250 g=345 | Glassblower's herring 450 g=595
      | Rainbow trout roe 100 g=995 | Whitefish roe 80 g=1295 | Fish balls, pike-perch 250 g=545`,
  },
  {
    dpt: 'meat',
    name: '{}',
    margin: 34,
    unit: 'box of 8',
    sold: 22,
    tags: 'plant-based',
    variants: `Tofu, plain 300 g=325 | Tofu, smoked 270 g=375 | Pulled oats 250 g=445 | Pea protein mince 250 g=395 | Falafel 250 g=375
      | Vegan sausages 240 g=395 | Broad bean strips 250 g=425`,
  },
  {
    dpt: 'frozen',
    name: '{}',
    margin: 35,
    unit: 'box of 10',
    sold: 28,
    tags: 'frozen',
    variants: `Peas, frozen 500 g=245 | Spinach, frozen 300 g=225 | Broccoli, frozen 400 g=265 | Vegetable mix, wok 500 g=295
      | Vegetable mix, soup 400 g=195 | Sweetcorn, frozen 300 g=245 | Chips, oven 1 kg=345 | Potato wedges 700 g=345
      | Sweet potato fries 500 g=395 | Root vegetables, frozen 500 g=295 | Edamame, frozen 400 g=395`,
  },
  {
    dpt: 'frozen',
    name: '{}, frozen',
    margin: 32,
    unit: 'box of 10',
    sold: 30,
    season: 'harvest',
    tags: 'frozen',
    variants:
      'Raspberries | Strawberries | Lingonberries | Blackcurrants | Sea buckthorn berries | Mango cubes',
    sizes: '200 g=375 | 500 g=695',
  },
  {
    dpt: 'frozen',
    name: '{}',
    margin: 33,
    unit: 'box of 8',
    sold: 26,
    tags: 'frozen',
    variants: `Pizza, margherita 330 g=375 | Pizza, ham and pineapple 340 g=395 | Pizza, four cheeses 330 g=395 | Pizza, vegan 340 g=425
      | Fish fingers 450 g=495 | Breaded cod 400 g=695 | Prawns, peeled 200 g=645 | Salmon portions, frozen 400 g=1095
      | Meat pasties, frozen 4 pcs=495 | Karelian pasties, frozen 12 pcs=545 | Spring rolls, vegetable 6 pcs=445
      | Gyoza, chicken 300 g=545 | Vegetable patties, frozen 400 g=425 | Potato pancakes, frozen 500 g=425`,
  },
  {
    dpt: 'frozen',
    name: '{}',
    margin: 37,
    unit: 'box of 8',
    sold: 20,
    allergens: 'gluten',
    season: 'christmas',
    tags: 'frozen',
    variants: `Puff pastry sheets 500 g=345 | Pastry dough, rye 500 g=365 | Gingerbread dough 500 g=345 | Star pastry dough 1 kg=545
      | Croissants, frozen 8 pcs=495 | Rolls, frozen 10 pcs=395 | Bilberry pie, frozen 450 g=645 | Cinnamon rolls, frozen 6 pcs=545`,
  },
  {
    dpt: 'icecream',
    name: 'Ice cream, {}',
    margin: 41,
    unit: 'box of 6',
    sold: 42,
    season: 'icecream',
    allergens: 'milk',
    variants:
      'vanilla | chocolate | strawberry | salted caramel | mint and chocolate | liquorice | bilberry | pear',
    sizes: '0.5 L=495 | 1 L=595',
  },
  {
    dpt: 'icecream',
    name: '{}',
    margin: 46,
    unit: 'box of 24',
    sold: 65,
    season: 'icecream',
    allergens: 'milk',
    variants: `Ice cream cone, vanilla 120 ml=245 | Ice cream cone, chocolate 120 ml=245 | Ice cream cone, salmiakki 120 ml=245
      | Ice cream stick, almond 90 ml=265 | Ice cream stick, dark chocolate 90 ml=265 | Ice cream stick, caramel 90 ml=265
      | Ice cream sandwich 100 ml=225 | Ice cream cup, strawberry 140 ml=245`,
  },
  {
    dpt: 'icecream',
    name: '{}',
    margin: 45,
    unit: 'box of 24',
    sold: 45,
    season: 'icecream',
    tags: 'vegan',
    variants: `Ice lolly, orange 70 ml=165 | Ice lolly, pear 70 ml=165 | Ice lolly, cola 70 ml=175 | Sorbet, raspberry 0.5 L=595
      | Sorbet, lemon 0.5 L=595 | Oat ice cream, vanilla 0.5 L=595 | Oat ice cream, chocolate 0.5 L=595`,
  },
];
