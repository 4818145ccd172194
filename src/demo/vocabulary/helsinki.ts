import type { Family } from './goods/family';

/** What the Helsinki shops make and buy themselves: café, bakery, lunch, sandwiches, fruit and vegetables. */
export const helsinki: Family[] = [
  {
    dpt: 'coffee',
    name: '{}',
    margin: 80,
    unit: 'cup',
    sold: 900,
    season: 'warm',
    tags: 'coffee',
    variants: `Espresso=290 | Double espresso=340 | Americano=350 | Macchiato=340 | Cortado=390 | Flat white=460 | Café latte 240 ml=450
      | Café latte 350 ml=520 | Cappuccino 350 ml=520 | Café latte with oat 350 ml=570 | Cappuccino with oat 240 ml=500 | Café mocha 350 ml=560
      | Pour-over coffee=480 | Filter coffee, large=390 | Filter coffee, refill=150 | Filter coffee, decaffeinated=340
      | French press for two=780 | Coffee, pot for ten=2400 | Iced latte 350 ml=550 | Iced coffee with oat 350 ml=590
      | Cold brew 300 ml=520 | Espresso tonic=560 | Affogato=590 | Caramel latte 350 ml=570 | Salmiakki latte 350 ml=580`,
  },
  {
    dpt: 'coffee',
    name: '{}',
    margin: 78,
    unit: 'cup',
    sold: 260,
    season: 'warm',
    tags: 'hot drinks',
    variants: `Tea, Earl Grey=340 | Tea, green=340 | Tea, rooibos=340 | Tea, lemon and ginger=350 | Tea, pot for two=650 | Chai latte 350 ml=560
      | Matcha latte 240 ml=580 | Turmeric latte with oat 240 ml=560 | Hot chocolate 240 ml=480 | Hot chocolate with cream 350 ml=560
      | Hot chocolate, white 240 ml=490 | Hot blackcurrant=390 | Milk, glass=190 | Oat drink, glass=210 | Extra shot=80 | Oat drink, instead of milk=50
      | Syrup, vanilla or caramel=60 | Whipped cream, extra=70`,
  },
  {
    dpt: 'coffee',
    name: '{}',
    margin: 74,
    unit: 'cup',
    sold: 420,
    season: 'christmas',
    tags: 'hot drinks',
    variants: 'Glögi, cup=450 | Glögi with almonds and raisins=490 | Gingerbread latte 350 ml=590',
  },
  {
    dpt: 'cold',
    name: '{}',
    margin: 62,
    unit: 'portion',
    sold: 150,
    season: 'summer',
    tags: 'smoothie',
    variants: `Smoothie, bilberry and oat=650 | Smoothie, mango and ginger=650 | Smoothie, strawberry and banana=650 | Smoothie, spinach and apple=650
      | Juice, orange pressed 0.3 L=590 | Juice, carrot and ginger 0.3 L=590 | Lemonade, raspberry 0.4 L=450 | Lemonade, rhubarb 0.4 L=450
      | Lemonade, cucumber 0.4 L=450 | Lemonade, spruce tip 0.4 L=490 | Iced tea, house 0.4 L=420 | Milkshake, vanilla=690
      | Milkshake, strawberry=690 | Milkshake, chocolate=690 | Soft ice, vanilla=390 | Soft ice with bilberries=490 | Ginger shot 60 ml=350`,
  },
  {
    dpt: 'bakery',
    name: '{}',
    margin: 66,
    unit: 'piece',
    sold: 620,
    allergens: 'gluten, milk',
    tags: 'own bakery',
    variants: `Cardamom bun=390 | Butter-eye bun=390 | Pulla braid 400 g=590 | Pulla slice=220 | Vanilla custard bun=410 | Apple and cinnamon bun=420
      | Bilberry bun=420 | Rhubarb bun=420 | Raspberry and quark bun=430 | Chocolate bun=410 | Pistachio bun=460 | Cinnamon bun, mini=220
      | Cardamom bun, mini=220 | Cinnamon bun, vegan=420 | Cinnamon bun, gluten-free=490 | Doughnut, sugar=290 | Doughnut, jam=330
      | Doughnut, vanilla=350 | Croissant, butter=340 | Croissant, almond=420 | Croissant, chocolate=390 | Croissant, ham and cheese=490
      | Danish, apple=390 | Danish, apricot=390 | Danish, raspberry=390 | Danish, vanilla=390 | Star pastry, plum=320
      | Cinnamon knot=390 | Lemon and poppy seed muffin=390 | Bilberry muffin=390 | Chocolate muffin=390 | Scone, plain=310 | Scone, cheese=340
      | Oat biscuit, large=290 | Chocolate chip biscuit, large=320 | Gingerbread, large=260 | Bilberry quark pie, slice=520`,
  },
  {
    dpt: 'bakery',
    name: '{}',
    margin: 64,
    unit: 'piece',
    sold: 260,
    allergens: 'gluten, milk, eggs',
    season: 'shrove',
    tags: 'own bakery',
    variants: 'Shrove bun, almond paste=520 | Shrove bun, jam=520 | Shrove bun, vegan=550',
  },
  {
    dpt: 'bakery',
    name: '{}',
    margin: 60,
    unit: 'piece',
    sold: 220,
    allergens: 'gluten, milk, eggs',
    season: 'mayday',
    tags: 'own bakery',
    variants: 'May Day doughnut=350 | Funnel cake, May Day=390',
  },
  {
    dpt: 'bakery',
    name: '{}',
    margin: 62,
    unit: 'piece',
    sold: 230,
    allergens: 'gluten',
    tags: 'savoury',
    variants: `Karelian pasty, plain=240 | Karelian pasty, carrot=260 | Karelian pasty, vegan=270 | Meat pasty=390 | Meat pasty with egg=450 | Spinach and feta parcel=450
      | Salmon parcel=520 | Chanterelle pie, slice=550 | Vegetable pie, slice=490 | Salmon pie, slice=560 | Cheese twist=310 | Sausage roll=350`,
  },
  {
    dpt: 'bakery',
    name: '{}',
    margin: 58,
    unit: 'piece',
    sold: 170,
    allergens: 'gluten',
    tags: 'bread',
    variants: `Rye loaf, half 500 g=320 | Rye ring loaf 350 g=390 | Rye rolls 4 pcs=320 | Malt loaf 600 g=590 | Archipelago loaf 500 g=650 | Sourdough loaf, wheat 700 g=620
      | Sourdough loaf, rye and wheat 700 g=620 | Sourdough loaf, seeds 700 g=650 | Oat loaf 500 g=490 | Potato flatbread 2 pcs=320 | Barley flatbread=290
      | Baguette=320 | Baguette, wholegrain=340 | Ciabatta=290 | Focaccia, rosemary 400 g=590 | Focaccia, tomato 400 g=620
      | Carrot rolls 4 pcs=360 | Oat rolls 4 pcs=340 | Wheat rolls 4 pcs=300 | Toast loaf, white 500 g=420 | Gluten-free loaf 450 g=690
      | Christmas loaf 600 g=650 | Crackers, house rye 150 g=490`,
  },
  {
    dpt: 'cakes',
    name: '{}',
    margin: 64,
    unit: 'portion',
    sold: 150,
    allergens: 'gluten, milk, eggs',
    tags: 'cake',
    variants: `Carrot cake, slice=590 | Cheesecake, bilberry, slice=620 | Cheesecake, baked, slice=620 | Chocolate cake, slice=590 | Mud cake, slice=550 | Lemon tart=550
      | Apple pie with vanilla sauce=590 | Bilberry pie with vanilla sauce=620 | Rhubarb crumble pie, slice=560 | Princess cake, slice=620
      | Brownie=420 | Brownie, vegan=450 | Blondie, raspberry=430 | Raw cake, sea buckthorn=650 | Meringue, large=320 | Macaron=280
      | Chocolate ball=290 | Swiss roll, raspberry, slice=390 | Tosca cake, slice=520 | Pavlova, berry=650`,
  },
  {
    dpt: 'catering',
    name: '{}',
    margin: 58,
    unit: 'piece',
    sold: 14,
    allergens: 'gluten, milk, eggs',
    tags: 'order',
    variants: `Strawberry cream cake for 8=4200 | Strawberry cream cake for 16=7600 | Princess cake for 8=4600 | Chocolate cake for 12=5200 | Carrot cake for 12=5200
      | Cheesecake, bilberry for 12=5400 | Sandwich cake, salmon for 10=6900 | Sandwich cake, ham for 10=6500 | Sandwich cake, vegetarian for 10=6200
      | Graduation cake for 20=9200`,
  },
  {
    dpt: 'lunch',
    name: '{}',
    margin: 58,
    unit: 'portion',
    sold: 210,
    season: 'lunch',
    tags: 'lunch',
    variants: `Creamy salmon soup, small=990 | Pea soup with ham=1090 | Pea soup, vegan=1090 | Tomato soup with goat's cheese=1120 | Forest mushroom soup=1190
      | Borscht with smetana=1190 | Spinach soup with egg=1090 | Lentil soup=1090 | Chicken and noodle soup=1220 | Cauliflower soup=1090 | Reindeer soup=1490
      | Meatballs with mash=1390 | Macaroni casserole=1220 | Cabbage rolls with lingonberries=1320 | Liver casserole=1220 | Karelian stew=1420
      | Salmon with new potatoes=1690 | Fried Baltic herring with mash=1490 | Fried vendace with mash=1690 | Fish and chips=1590 | Pike-perch, butter-fried=1890
      | Chicken schnitzel with chips=1490 | Pork schnitzel with chips=1450 | Beef stroganoff=1590 | Pulled pork burger=1490 | Beef burger with chips=1590
      | Vegan burger with chips=1520 | Halloumi burger with chips=1550 | Beetroot steaks with feta=1320 | Vegetable lasagne=1320 | Lasagne, beef=1390
      | Mushroom risotto=1420 | Pasta carbonara=1390 | Pasta with pesto and chicken=1390 | Pasta with prawns=1520 | Chicken curry with rice=1390
      | Chickpea curry with rice=1290 | Red curry with tofu=1350 | Poke bowl, salmon=1490 | Poke bowl, tofu=1390 | Falafel plate=1390
      | Sausage with potato salad=1220 | Smoked salmon plate=1690 | Oven-baked potato, prawns=1290 | Oven-baked potato, mushrooms=1220
      | Pancakes with jam=890 | Spinach pancakes with lingonberries=1150`,
  },
  {
    dpt: 'lunch',
    name: '{}',
    margin: 60,
    unit: 'portion',
    sold: 190,
    season: 'summer',
    tags: 'salad',
    variants: `Salad, Caesar with chicken=1390 | Salad, Caesar with prawns=1490 | Salad, Greek=1320 | Salad, goat's cheese and beetroot=1390 | Salad, warm-smoked salmon=1490
      | Salad, tuna and egg=1390 | Salad, quinoa and avocado=1390`,
  },
  {
    dpt: 'lunch',
    name: '{}',
    margin: 56,
    unit: 'portion',
    sold: 320,
    season: 'lunch',
    tags: 'buffet',
    variants: `Lunch buffet, small plate=990 | Lunch buffet, child=690 | Soup and salad lunch=1120 | Brunch, Saturday=2490 | Brunch, Sunday=2490 | Brunch, child=1290
      | Bread and butter, side=250 | Chips, side=450 | Salad, side=450 | Mash, side=390`,
  },
  {
    dpt: 'breakfast',
    name: '{}',
    margin: 62,
    unit: 'portion',
    sold: 170,
    tags: 'breakfast',
    variants: `Oat porridge with berries=590 | Rice porridge with cinnamon=590 | Barley porridge, oven-baked=620 | Yoghurt with granola=650 | Chia pudding, mango=650
      | Overnight oats, bilberry=620 | Boiled egg=150 | Breakfast plate, café=1190 | Avocado toast with egg=1090 | Croque monsieur=1090 | Omelette, mushrooms and cheese=1090`,
  },
  {
    dpt: 'breakfast',
    name: '{}',
    margin: 60,
    unit: 'piece',
    sold: 240,
    allergens: 'gluten',
    tags: 'sandwich',
    variants: `Rye sandwich, cold-smoked salmon=690 | Rye sandwich, egg and herring=650 | Rye sandwich, ham and cheese=590 | Rye sandwich, cheese and cucumber=550
      | Open sandwich, prawns=890 | Open sandwich, roast beef=890 | Open sandwich, gravlax=890 | Baguette, chicken and bacon=790 | Baguette, brie and ham=790
      | Baguette, tuna=750 | Ciabatta, mozzarella and tomato=750 | Ciabatta, pastrami=820 | Bagel, salmon and cream cheese=790
      | Bagel, hummus and vegetables=690 | Wrap, chicken Caesar=790 | Wrap, falafel=760 | Wrap, halloumi=790 | Focaccia, grilled vegetables=790
      | Toasted sandwich, ham and cheese=690 | Toasted sandwich, tuna=720 | Roll, cheese and pepper=420 | Roll, ham and egg=450`,
  },
];
