import type { Family } from './family';

/** The group's sweets. */
export const sweets: Family[] = [
  {
    dpt: 'sweets',
    name: '{}',
    margin: 38,
    unit: 'box of 16',
    sold: 48,
    tags: 'liquorice',
    variants: `Salmiakki pastilles 80 g=195 | Salmiakki pastilles, strong 160 g=335 | Salmiakki, filled 180 g=325 | Salmiakki, chilli 150 g=325
      | Salty liquorice diamonds 150 g=295 | Liquorice, traditional 200 g=285 | Liquorice, strawberry 200 g=285 | Liquorice, raspberry 200 g=285
      | Liquorice rolls 150 g=265 | Liquorice, chocolate-coated 170 g=365 | Liquorice sticks 3 pcs=195 | Salmiakki lollipop=45
      | Tar pastilles 90 g=245 | Liquorice, gluten-free 150 g=345`,
  },
  {
    dpt: 'sweets',
    name: 'Milk chocolate bar, {}',
    margin: 29,
    unit: 'box of 20',
    sold: 46,
    allergens: 'milk, soya',
    tags: 'chocolate',
    variants:
      'hazelnut | raisin and nut | almond and honey | orange crisp | salted caramel | salmiakki | mint',
    sizes: '100 g=245 | 180 g=375',
  },
  {
    dpt: 'sweets',
    name: 'Dark chocolate bar, {}',
    margin: 34,
    unit: 'box of 18',
    sold: 34,
    allergens: 'soya',
    tags: 'chocolate',
    variants: `70 % 100 g=295 | 85 % 100 g=325 | sea salt 100 g=315 | orange 100 g=315 | mint 100 g=315 | lingonberry 100 g=345 | raspberry 100 g=345
      | chilli 100 g=315`,
  },
  {
    dpt: 'sweets',
    name: '{}',
    margin: 33,
    unit: 'box of 24',
    sold: 60,
    allergens: 'milk, soya',
    tags: 'chocolate',
    variants: `White chocolate bar 100 g=275 | White chocolate bar, bilberry 100 g=315 | Chocolate wafer 45 g=145 | Chocolate bar, caramel 50 g=155
      | Chocolate bar, coconut 50 g=155 | Chocolate bar, nougat 50 g=155 | Chocolate bar, peanut 50 g=155 | Chocolate toffee stick 38 g=125
      | Chocolate buttons 150 g=345 | Chocolate-coated raisins 150 g=345 | Chocolate-coated almonds 150 g=445 | Chocolate-coated mint drops 160 g=345`,
  },
  {
    dpt: 'sweets',
    name: '{}',
    margin: 36,
    unit: 'box of 10',
    sold: 26,
    allergens: 'milk, soya',
    season: 'christmas',
    tags: 'gift',
    variants: `Chocolate assortment 200 g=795 | Chocolate assortment 350 g=1295 | Chocolate truffles 150 g=845 | Mint crisps 200 g=545
      | Nougat pralines 180 g=745 | Marzipan bar 100 g=295 | Chocolate Santa 100 g=345 | Advent calendar, milk chocolate 75 g=495
      | Liqueur pralines 150 g=795 | Cherries in chocolate 150 g=695`,
  },
  {
    dpt: 'sweets',
    name: '{}',
    margin: 38,
    unit: 'box of 24',
    sold: 26,
    season: 'easter',
    tags: 'easter',
    variants: `Chocolate egg with a toy 20 g=195 | Chocolate egg, nougat in a shell 50 g=345 | Mini chocolate eggs 130 g=395 | Chocolate hen 90 g=345
      | Easter rye pudding 350 g=345 | Marshmallow chicks 100 g=265`,
  },
  {
    dpt: 'sweets',
    name: '{}',
    margin: 40,
    unit: 'box of 14',
    sold: 42,
    tags: 'fruit sweets',
    variants: `Wine gums 200 g=295 | Sour wine gums 200 g=295 | Fruit jellies 250 g=325 | Sour fish 160 g=275 | Raspberry boats 180 g=275 | Peach rings 160 g=275
      | Jelly bears 200 g=275 | Cola bottles 160 g=265 | Vegan fruit gums 150 g=325 | Marmalade balls 250 g=345 | Foam mushrooms 150 g=265
      | Marshmallows 200 g=265 | Pear sweets 170 g=265`,
  },
  {
    dpt: 'sweets',
    name: '{}',
    margin: 42,
    unit: 'box of 20',
    sold: 30,
    tags: 'hard sweets',
    variants: `Toffees, cream 150 g=295 | Toffees, salted 150 g=315 | Polka mint sweets 120 g=275 | Eucalyptus pastilles 60 g=195 | Blackcurrant pastilles 60 g=195
      | Honey sweets 100 g=245 | Fruit drops 100 g=225 | Candy cane=95 | Lollipop, strawberry=45 | Butterscotch 130 g=285`,
  },
  {
    dpt: 'sweets',
    name: '{}',
    margin: 44,
    unit: 'box of 24',
    sold: 55,
    tags: 'gum',
    variants: `Xylitol gum, peppermint 30 g=185 | Xylitol gum, spearmint 30 g=185 | Xylitol gum, fruit 30 g=185 | Xylitol gum, salmiakki 30 g=195
      | Xylitol gum, peppermint 85 g=425 | Xylitol pastilles, strawberry 55 g=265 | Xylitol pastilles, peppermint 55 g=265 | Bubble gum 35 g=165`,
  },
  {
    dpt: 'sweets',
    name: 'Protein bar, {} 55 g',
    margin: 36,
    unit: 'box of 15',
    sold: 38,
    allergens: 'milk, soya',
    tags: 'protein',
    variants: 'toffee=265 | brownie=265 | coconut=265 | salted peanut=265 | cookie dough=275',
  },
  {
    dpt: 'sweets',
    name: 'Snack bar, {} 35 g',
    margin: 41,
    unit: 'box of 20',
    sold: 36,
    tags: 'snack',
    variants: 'date and cocoa=195 | raspberry and almond=215 | oat and apple=185 | cashew and lemon=215',
  },
];
