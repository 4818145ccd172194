import type { Family } from './family';

/** The group's jars, tins, bottles, spices, baking ingredients and snacks. */
export const pantry: Family[] = [
  {
    dpt: 'grocery',
    name: '{}',
    margin: 31,
    unit: 'box of 8',
    sold: 30,
    tags: 'cooking',
    variants: `Rapeseed oil, mild 0.5 L=325 | Rapeseed oil, mild 1 L=545 | Rapeseed oil, cold-pressed 0.5 L=625
      | Olive oil, extra virgin 0.5 L=995 | Olive oil, extra virgin 0.75 L=1395 | Olive oil, mild 0.5 L=895
      | Olive oil, Greek 0.5 L=1145 | Sunflower oil 1 L=495 | Sesame oil 250 ml=495 | Coconut oil 300 ml=545`,
  },
  {
    dpt: 'grocery',
    name: '{}',
    margin: 42,
    unit: 'box of 8',
    sold: 16,
    tags: 'cooking',
    variants:
      'White wine vinegar 0.5 L=295 | Red wine vinegar 0.5 L=295 | Cider vinegar 0.5 L=325 | Balsamic vinegar 250 ml=445 | Rice vinegar 250 ml=345 | Spirit vinegar 1 L=245',
  },
  {
    dpt: 'grocery',
    name: 'Ketchup, {}',
    margin: 37,
    unit: 'box of 10',
    sold: 34,
    season: 'summer',
    tags: 'sauces',
    variants: 'classic | less sugar | chilli',
    sizes: '500 g=325 | 1 kg=495',
  },
  {
    dpt: 'grocery',
    name: 'Mustard, {}',
    margin: 41,
    unit: 'box of 12',
    sold: 30,
    season: 'summer',
    allergens: 'mustard',
    tags: 'sauces',
    variants: 'sweet 275 g=225 | strong 275 g=225 | Dijon 200 g=275 | wholegrain 200 g=295 | honey 200 g=295',
  },
  {
    dpt: 'grocery',
    name: '{}',
    margin: 38,
    unit: 'box of 8',
    sold: 20,
    tags: 'sauces',
    variants: `Mayonnaise 350 g=325 | Mayonnaise, vegan 350 g=365 | Garlic dressing 345 ml=345 | Caesar dressing 345 ml=365
      | Soy sauce 250 ml=325 | Soy sauce, less salt 250 ml=345 | Sweet chilli sauce 300 ml=325 | Hot pepper sauce 150 ml=395
      | Teriyaki sauce 250 ml=425 | Barbecue sauce, smoky 400 g=395 | Worcester sauce 150 ml=365 | Fish sauce 200 ml=345
      | Oyster sauce 250 ml=395 | Horseradish paste 160 g=275`,
  },
  {
    dpt: 'grocery',
    name: 'Pesto, {} 190 g',
    margin: 40,
    unit: 'box of 6',
    sold: 22,
    tags: 'sauces',
    variants: 'basil=365 | red pepper=365 | rocket=395 | sun-dried tomato=385 | vegan basil=395',
  },
  {
    dpt: 'grocery',
    name: 'Pasta sauce, {} 350 g',
    margin: 39,
    unit: 'box of 6',
    sold: 26,
    tags: 'sauces',
    variants: 'basil=325 | arrabbiata=325 | mushroom=345 | four cheeses=375 | bolognese=395',
  },
  {
    dpt: 'grocery',
    name: 'Curry paste, {} 200 g',
    margin: 40,
    unit: 'box of 6',
    sold: 12,
    tags: 'world',
    variants: 'red=395 | green=395 | tikka masala=425 | korma=425',
  },
  {
    dpt: 'grocery',
    name: '{}',
    margin: 37,
    unit: 'box of 12',
    sold: 24,
    tags: 'world',
    variants: `Wheat tortillas 8 pcs=295 | Wholegrain tortillas 8 pcs=315 | Maize tortillas 10 pcs=345 | Taco shells 12 pcs=295
      | Taco seasoning 35 g=129 | Fajita seasoning 35 g=129 | Salsa, mild 230 g=295 | Salsa, hot 230 g=295
      | Refried beans 420 g=325 | Nori sheets 25 g=395 | Coconut milk 400 ml=229 | Coconut cream 250 ml=225`,
  },
  {
    dpt: 'grocery',
    name: '{}',
    margin: 38,
    unit: 'tray of 12',
    sold: 40,
    tags: 'tinned',
    variants: `Crushed tomatoes 390 g=119 | Crushed tomatoes, basil 390 g=139 | Crushed tomatoes, organic 390 g=165
      | Whole peeled tomatoes 400 g=145 | Tomato purée 140 g=115 | Chickpeas in water 380 g=135 | Kidney beans 380 g=135
      | Black beans in water 380 g=145 | White beans in tomato sauce 415 g=149 | Sweetcorn 340 g=169 | Green peas 400 g=145
      | Mushrooms, sliced 290 g=179 | Pineapple rings 565 g=245 | Peach halves 410 g=229 | Artichoke hearts 390 g=385
      | Bamboo shoots 225 g=189`,
  },
  {
    dpt: 'grocery',
    name: '{}',
    margin: 35,
    unit: 'tray of 12',
    sold: 26,
    allergens: 'fish',
    tags: 'tinned',
    variants: `Tuna in water 185 g=265 | Tuna in oil 185 g=265 | Mackerel in tomato sauce 125 g=245 | Sardines in oil 125 g=295
      | Anchovies in oil 50 g=345 | Vendace in oil 190 g=545 | Baltic herring in tomato sauce 200 g=395
      | Smoked vendace in oil 140 g=595 | Sprats, spiced 125 g=325`,
  },
  {
    dpt: 'grocery',
    name: '{}',
    margin: 37,
    unit: 'tray of 12',
    sold: 28,
    season: 'warm',
    tags: 'soups',
    variants: `Pea soup with ham, tinned 435 g=249 | Pea soup, vegan, tinned 435 g=269 | Tomato soup, tinned 400 g=289
      | Mushroom soup, dried 90 g=165 | Broccoli soup, dried 70 g=165 | Onion soup, dried 55 g=145 | Instant noodles, chicken 85 g=95
      | Instant noodles, vegetable 85 g=95 | Instant noodles, kimchi 120 g=165`,
  },
  {
    dpt: 'grocery',
    name: 'Stock cubes, {} 8 pcs',
    margin: 39,
    unit: 'box of 16',
    sold: 24,
    allergens: 'celery',
    tags: 'soups',
    variants: 'vegetable=195 | chicken=195 | beef=195 | mushroom=215 | fish=215',
  },
  {
    dpt: 'grocery',
    name: '{}',
    margin: 40,
    unit: 'box of 6',
    sold: 26,
    tags: 'pickles',
    variants: `Gherkins, whole 670 g=345 | Gherkins, sliced 550 g=325 | Gherkins with honey 550 g=375 | Pickled beetroot 570 g=295
      | Sauerkraut 500 g=325 | Pickled onions 340 g=345 | Green olives, pitted 290 g=345 | Kalamata olives 280 g=445
      | Capers 100 g=325 | Sun-dried tomatoes in oil 280 g=445 | Jalapeños, sliced 200 g=295 | Pickled pumpkin 560 g=375
      | Grilled peppers 290 g=395`,
  },
  {
    dpt: 'grocery',
    name: '{}',
    margin: 49,
    unit: 'box of 12',
    sold: 15,
    tags: 'spices',
    variants: `Cinnamon, ground 40 g=245 | Cinnamon sticks 20 g=275 | Cardamom, ground 28 g=425 | Cardamom, whole 25 g=445
      | Black pepper, ground 35 g=275 | Black pepper, whole 40 g=285 | White pepper, ground 35 g=295 | Paprika, sweet 35 g=225
      | Paprika, smoked 35 g=275 | Allspice, whole 25 g=225 | Bay leaves 5 g=195 | Oregano 8 g=195 | Basil, dried 10 g=195
      | Dill, dried 12 g=225 | Thyme, dried 12 g=215 | Rosemary, dried 20 g=225 | Curry powder 35 g=245 | Turmeric 35 g=235
      | Ginger, ground 25 g=245 | Chilli flakes 25 g=235 | Cumin, ground 30 g=245 | Caraway seeds 30 g=215
      | Juniper berries 20 g=295 | Nutmeg, ground 30 g=345 | Cloves, whole 20 g=295 | Garlic powder 45 g=235 | Star anise 15 g=345`,
  },
  {
    dpt: 'grocery',
    name: '{}',
    margin: 29,
    unit: 'box of 12',
    sold: 44,
    season: 'christmas',
    tags: 'baking',
    variants: `Sugar 1 kg=169 | Sugar 2 kg=315 | Brown sugar 500 g=225 | Icing sugar 500 g=195 | Pearl sugar 400 g=245
      | Preserving sugar 1 kg=245 | Cane sugar cubes 500 g=275 | Dark syrup 750 g=325 | Light syrup 750 g=325 | Maple syrup 250 ml=695
      | Vanilla sugar 170 g=345 | Baking powder 150 g=225 | Bicarbonate of soda 200 g=195 | Dry yeast 44 g=145 | Sea salt, fine 1 kg=165
      | Sea salt flakes 250 g=445 | Rock salt 600 g=195 | Gelatine leaves 10 pcs=245 | Gingerbread spice 30 g=215
      | Desiccated coconut 200 g=225 | Marzipan 200 g=395 | Baking chocolate, dark 200 g=395 | Baking chocolate, white 200 g=395
      | Sprinkles 100 g=275 | Custard powder 60 g=155`,
  },
  {
    dpt: 'grocery',
    name: '{}',
    margin: 35,
    unit: 'box of 10',
    sold: 26,
    tags: 'nuts',
    variants: `Almonds | Cashew nuts | Walnuts | Hazelnuts | Pecan nuts | Brazil nuts`,
    sizes: '150 g=375 | 300 g=645',
  },
  {
    dpt: 'grocery',
    name: '{}',
    margin: 38,
    unit: 'box of 10',
    sold: 26,
    tags: 'nuts',
    variants: `Pistachio nuts, salted 150 g=445 | Peanuts, salted 250 g=265 | Peanuts, roasted 250 g=275 | Nut mix, unsalted 200 g=445
      | Raisins 250 g=255 | Dried apricots 250 g=395 | Dates, pitted 250 g=345 | Dried cranberries 150 g=345 | Prunes, pitted 250 g=365
      | Dried figs 250 g=425 | Dried bilberries 80 g=695 | Pumpkin seeds 200 g=375 | Sunflower seeds 250 g=225
      | Chia seeds 200 g=395 | Linseed, crushed 400 g=445 | Sesame seeds 200 g=295`,
  },
  {
    dpt: 'grocery',
    name: 'Potato crisps, {}',
    margin: 39,
    unit: 'box of 14',
    sold: 52,
    season: 'summer',
    tags: 'snacks',
    variants: 'sea salt | sour cream and onion | dill | paprika | cheese | vinegar',
    sizes: '175 g=275 | 250 g=365',
  },
  {
    dpt: 'grocery',
    name: '{}',
    margin: 41,
    unit: 'box of 12',
    sold: 34,
    season: 'summer',
    tags: 'snacks',
    variants: `Rye chips, garlic 150 g=295 | Rye chips, sea salt 150 g=295 | Tortilla chips, salted 185 g=265 | Tortilla chips, cheese 185 g=285
      | Popcorn, salted 100 g=195 | Popcorn, sweet and salty 100 g=225 | Microwave popcorn 3 pcs=245 | Cheese puffs 160 g=265
      | Lentil crisps 110 g=325 | Salted sticks 200 g=185 | Rice cakes, plain 100 g=185 | Rice cakes, dark chocolate 100 g=265
      | Dip mix, dill and onion 15 g=95 | Dip mix, garlic 15 g=95`,
  },
  {
    dpt: 'grocery',
    name: '{}',
    margin: 38,
    unit: 'box of 12',
    sold: 38,
    allergens: 'gluten',
    tags: 'biscuits',
    variants: `Oat biscuits 300 g=295 | Ginger biscuits 300 g=275 | Digestive biscuits 400 g=265 | Marie biscuits 200 g=175
      | Chocolate chip biscuits 200 g=295 | Lemon wafers 175 g=225 | Chocolate wafers 175 g=225 | Vanilla sandwich biscuits 300 g=265
      | Strawberry sandwich biscuits 300 g=265 | Cream crackers 200 g=195 | Seed crackers 150 g=365 | Oat crackers 200 g=285
      | Rusks, cinnamon 225 g=295 | Rusks, plain 225 g=275 | Salt crackers 180 g=185`,
  },
];
