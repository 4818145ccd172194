import type { Family } from './goods/family';

/** What Tampere makes and buys itself: its own café, bakery and lunch, black pudding, and the market hall's goods. */
export const tampere: Family[] = [
  {
    dpt: 'kiosk',
    name: '{}',
    margin: 54,
    unit: 'portion',
    sold: 260,
    tags: 'extras',
    variants: 'Lingonberry jam, extra=80 | Milk, small carton=150 | Grilled sausage with mustard=450',
  },
  {
    dpt: 'kiosk',
    name: '{}',
    margin: 55,
    unit: 'portion',
    sold: 420,
    allergens: 'gluten',
    tags: 'mustamakkara',
    variants: `Black pudding, short=390 | Black pudding, medium=520 | Black pudding, long=690 | Black pudding with lingonberry jam=590 | Black pudding, to take home 500 g=790
      | Black pudding roll=650`,
  },
  {
    dpt: 'coffee',
    name: '{}',
    margin: 79,
    unit: 'cup',
    sold: 620,
    season: 'warm',
    tags: 'coffee',
    variants: `Morning coffee, small=260 | Morning coffee, large=340 | Coffee of the week=340 | Coffee and bun, set=590 | Coffee and doughnut, set=490 | Latte, Tampere roast 300 ml=470
      | Cappuccino, Tampere roast 300 ml=470 | Latte, maple 300 ml=520 | Latte, tar 300 ml=520 | Mocha, dark 300 ml=530 | Cocoa, salted liquorice 300 ml=520 | Cocoa with marshmallows=490
      | Tea of the week=320 | Tea, spruce tip=350 | Tea, nettle=340 | Iced mocha 400 ml=590 | Rapids cold brew 0.3 L=510`,
  },
  {
    dpt: 'cold',
    name: '{}',
    margin: 60,
    unit: 'portion',
    sold: 120,
    season: 'summer',
    tags: 'cold drinks',
    variants: `Smoothie, lingonberry and banana=620 | Smoothie, sea buckthorn=650 | Smoothie, kale and pear=620 | Lemonade, house gooseberry 0.4 L=430 | Lemonade, house blackcurrant 0.4 L=430
      | Soft ice, salmiakki=390 | Soft ice, twist=390`,
  },
  {
    dpt: 'bakery',
    name: '{}',
    margin: 64,
    unit: 'piece',
    sold: 380,
    allergens: 'gluten, milk',
    tags: 'own bakery',
    variants: `Tower doughnut=280 | Tower doughnut, cardamom=300 | Tower doughnut, gluten-free=380 | Lakeside bun=370 | Lingonberry bun=390 | Cloudberry bun=450 | Salted caramel bun=420
      | Toffee bun=390 | Plum and almond bun=410 | Rye bun with butter=290 | Pear Danish=380 | Bilberry Danish=380 | Rhubarb Danish=380 | Raspberry muffin=370
      | Toffee muffin=370 | Banana bread, slice=350 | Carrot muffin=370 | Quark pasty, bilberry=390 | Quark pasty, lemon=390 | Cocoa snail=370
      | Syrup biscuit=240 | Spoon biscuits, bag 200 g=590 | Ginger snaps, bag 250 g=590`,
  },
  {
    dpt: 'bakery',
    name: '{}',
    margin: 58,
    unit: 'piece',
    sold: 150,
    allergens: 'gluten',
    tags: 'bread',
    variants: `Häme rye loaf 700 g=560 | Häme rye loaf, sliced 350 g=350 | Barley rolls 4 pcs=340 | Potato loaf 500 g=490 | Lakeside sourdough 700 g=590 | Walnut loaf 500 g=620
      | Spelt loaf 500 g=560 | Sweet buttermilk loaf 600 g=590 | Rye flatbread 3 pcs=350 | Beer loaf 600 g=590`,
  },
  {
    dpt: 'bakery',
    name: '{}',
    margin: 60,
    unit: 'piece',
    sold: 170,
    allergens: 'gluten',
    tags: 'savoury',
    variants: `Rice pasty, small=190 | Potato pasty=220 | Swede pasty=230 | Fish pasty, vendace=490 | Cabbage pie, slice=420 | Mushroom pasty=420 | Ham and leek pie, slice=490 | Smoked vendace quiche, slice=560`,
  },
  {
    dpt: 'cakes',
    name: '{}',
    margin: 62,
    unit: 'portion',
    sold: 110,
    allergens: 'gluten, milk, eggs',
    tags: 'cake',
    variants: `Lingonberry and toffee cake, slice=590 | Strawberry tart=560 | Quark cake, lemon, slice=550 | Coffee cake, mocha squares=420 | Bilberry crumble, slice=540 | Chocolate and mint cake, slice=590
      | Almond cake, slice=540 | Rum ball=290 | Coconut bar=350 | Passion fruit mousse cake, slice=620`,
  },
  {
    dpt: 'lunch',
    name: '{}',
    margin: 57,
    unit: 'portion',
    sold: 160,
    season: 'lunch',
    tags: 'lunch',
    variants: `Vendace soup=1220 | Pike soup=1320 | Sausage soup=1050 | Meat soup with barley=1150 | Root vegetable soup=1020 | Pumpkin soup with seeds=1090 | Salmon and dill casserole=1290 | Sausage stroganoff with rice=1190
      | Roast pork with root vegetables=1390 | Chicken fricassee with rice=1290 | Beef patties with onion gravy=1390 | Fried liver with lingonberries=1250 | Game meatballs with mash=1520 | Elk stew with mash=1690
      | Perch fillets, fried=1590 | Whitefish with beetroot=1790 | Cabbage casserole=1150 | Potato casserole, cold-smoked salmon=1290 | Tofu in sweet and sour sauce=1250 | Aubergine moussaka=1290
      | Bean chilli with rice=1220 | Chilli con carne=1320 | Ribs with coleslaw=1590 | Chicken wings, 8 pcs=1290 | Chicken wings, 12 pcs=1690 | Blue cheese sauce, extra=150 | Garlic mayonnaise, extra=120
      | Tampere lunch plate=1190 | Tampere lunch plate, student=790 | Tampere lunch plate, pensioner=1050 | Pasta with mushrooms=1250 | Beetroot casserole with goat's cheese=1220`,
  },
  {
    dpt: 'breakfast',
    name: '{}',
    margin: 60,
    unit: 'piece',
    sold: 160,
    allergens: 'gluten',
    tags: 'sandwich',
    variants: `Häme rye, egg butter=490 | Häme rye, cold-smoked perch=690 | Häme rye, cured beef=690 | Barley roll, cheese=390 | Barley roll, ham=420 | Potato bread, gravlax=720 | Potato bread, egg and anchovy=590
      | Club sandwich=1190 | Toasted sandwich, reindeer=890 | Toasted sandwich, cheese and onion=640 | Wrap, beetroot and feta=740 | Wrap, smoked trout=820 | Morning porridge with butter=390 | Morning plate, Tampere=1090`,
  },
  {
    dpt: 'meat',
    name: '{}',
    margin: 31,
    unit: 'kg',
    sold: 26,
    allergens: 'fish',
    tags: 'fish counter',
    variants:
      'Salmon fillet, fresh=2790 | Rainbow trout, whole=1590 | Rainbow trout fillet=2290 | Vendace, cleaned=1690 | Perch fillets=3690 | Pike-perch fillets=3490 | Pike, minced=1990 | Baltic herring fillets=1290 | Whitefish fillets=2890',
  },
  {
    dpt: 'meat',
    name: '{}',
    margin: 30,
    unit: 'kg',
    sold: 24,
    tags: 'meat counter',
    variants:
      'Minced beef, fresh=1390 | Roast beef, in one piece=2990 | Beef brisket=1590 | Pork neck=1190 | Pork belly=1090 | Lamb shoulder=2190 | Elk mince=2490 | Reindeer steak=5490 | Chicken, whole=790 | Market hall sausage=1190',
  },
  {
    dpt: 'grocery',
    name: '{}',
    margin: 34,
    unit: 'box of 6',
    sold: 22,
    tags: 'local',
    variants: `Lakeside honey 350 g=890 | Gooseberry jam 220 g=590 | Rowan and apple jelly 200 g=590 | Pickled chanterelles 200 g=890 | Spruce tip syrup 200 ml=990 | Nettle pesto 150 g=690
      | Tampere roast, beans 250 g=850 | Tampere roast, filter 500 g=990 | Mustard, rapids dark 150 g=550 | Rye malt porridge flakes 500 g=450 | Smoked salt 100 g=590 | Barley for porridge, local 1 kg=490`,
  },
  {
    dpt: 'produce',
    name: '{}',
    margin: 35,
    unit: 'kg',
    sold: 60,
    season: 'harvest',
    tags: 'local',
    variants: `Potatoes, Häme=149 | Almond potatoes=249 | Carrots, Häme=169 | Lingonberries, fresh=895 | Bilberries, picked=1190 | Chanterelles, Pirkanmaa=2190 | Funnel chanterelles=1990 | Apples, orchard=295
      | Winter squash, local=295 | Beetroot, bunched=349`,
  },
  {
    dpt: 'flowers',
    name: '{}',
    margin: 50,
    unit: 'piece',
    sold: 18,
    season: 'mayday',
    tags: 'flowers',
    tax: '25.5',
    variants:
      'Heather, potted=490 | Pansy, potted=250 | Tulips, local bunch=990 | Bouquet, market=1690 | Lily of the valley, potted=690',
  },
];
