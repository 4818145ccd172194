import type { Family } from './family';

/** The group's household goods, gifts and tableware. */
export const household: Family[] = [
  {
    dpt: 'household',
    name: '{}',
    margin: 52,
    unit: 'pack of 100',
    sold: 90,
    tags: 'bags',
    variants:
      'Paper carrier bag 8 L=35 | Plastic carrier bag 25 L=39 | Compostable fruit bag=10 | Cotton bag, natural=495 | Cool bag 20 L=895',
  },
  {
    dpt: 'household',
    name: '{}',
    margin: 38,
    unit: 'box of 10',
    sold: 40,
    tags: 'paper',
    variants: `Toilet paper, 8 rolls=495 | Toilet paper, 16 rolls=895 | Kitchen paper, 2 rolls=295 | Kitchen paper, 4 rolls=545 | Paper handkerchiefs, 10 packs=265
      | Facial tissues, box of 100=225 | Baking paper 8 m=265 | Aluminium foil 10 m=295 | Cling film 30 m=275 | Freezer bags 2 L 40 pcs=245
      | Freezer bags 4 L 25 pcs=265 | Sandwich bags 50 pcs=195 | Coffee filters 1x4 100 pcs=225 | Coffee filters 102 100 pcs=215`,
  },
  {
    dpt: 'household',
    name: '{}',
    margin: 42,
    unit: 'box of 10',
    sold: 24,
    tags: 'cleaning',
    variants: `Washing-up liquid 500 ml=225 | Washing-up liquid, lemon 750 ml=295 | Dishwasher tablets 30 pcs=795 | Dishwasher tablets 60 pcs=1345
      | Rinse aid 400 ml=345 | Laundry liquid, colour 1 L=695 | Laundry liquid, white 1 L=695 | Laundry powder, unscented 1.6 kg=745
      | Fabric softener 750 ml=345 | Wool wash 750 ml=445 | All-purpose cleaner 750 ml=345 | Bathroom cleaner spray 750 ml=395
      | Glass cleaner spray 500 ml=345 | Toilet cleaner 750 ml=325 | Pine soap 750 ml=445 | Stain remover 500 ml=495 | Descaler for coffee makers 250 ml=445
      | Dish brush=295 | Sponge cloths 4 pcs=295 | Scouring sponges 5 pcs=245 | Microfibre cloth 2 pcs=395 | Rubber gloves, medium=275
      | Bin bags 20 L 30 pcs=245 | Bin bags 30 L 20 pcs=265 | Bin bags 75 L 10 pcs=275 | Biowaste bags 10 L 20 pcs=295`,
  },
  {
    dpt: 'household',
    name: '{}',
    margin: 40,
    unit: 'box of 12',
    sold: 20,
    tags: 'care',
    variants: `Hand soap 300 ml=325 | Hand soap refill 500 ml=395 | Shampoo, birch 250 ml=495 | Conditioner, birch 250 ml=495 | Shower gel, sea buckthorn 250 ml=395
      | Toothpaste, xylitol 75 ml=325 | Toothbrush, soft=295 | Toothbrush, child=265 | Dental floss 50 m=345 | Deodorant, unscented 50 ml=395
      | Hand cream 75 ml=345 | Lip balm 4 g=295 | Cotton buds 200 pcs=195 | Cotton pads 80 pcs=225 | Plasters 20 pcs=325 | Wet wipes 60 pcs=265
      | Sauna soap, tar 200 g=545 | Sanitary towels 14 pcs=295 | Razor blades 4 pcs=895 | Nappies, size 4 46 pcs=1195`,
  },
  {
    dpt: 'household',
    name: '{}',
    margin: 46,
    unit: 'box of 12',
    sold: 16,
    tags: 'home',
    variants: `Batteries AA 4 pcs=545 | Batteries AAA 4 pcs=545 | Battery 9 V=595 | Matches, long 50 pcs=295 | Safety matches 3 boxes=145 | Lighter=195
      | Firelighters 32 pcs=295 | Birch logs 30 L=895 | LED bulb E27 8 W=495 | LED bulb E14 5 W=445 | Umbrella, folding=1495
      | Sticky tape 20 m=245 | Parcel tape 50 m=395 | Ballpoint pen, blue=195 | Notebook A5, squared=395 | USB-C cable 1 m=995
      | Bird fat balls 6 pcs=345 | Sunflower seeds for birds 2.5 kg=595 | Potting soil 10 L=545 | Reflector, hanging=345`,
  },
  {
    dpt: 'household',
    name: 'Candles, {}',
    margin: 48,
    unit: 'box of 12',
    sold: 24,
    season: 'christmas',
    tags: 'candles',
    variants: `tapered white 10 pcs=595 | tapered red 10 pcs=595 | block white 10 cm=495 | tealights 50 pcs=645 | outdoor 3 pcs=595 | advent 4 pcs=695`,
  },
  {
    dpt: 'household',
    name: 'Napkins, {} 20 pcs',
    margin: 50,
    unit: 'box of 12',
    sold: 18,
    tags: 'party',
    variants: 'white=295 | petrol=325 | lingonberry=345 | birch=345 | crayfish=375 | Christmas star=375',
  },
  {
    dpt: 'household',
    name: '{}',
    margin: 38,
    unit: 'box of 12',
    sold: 28,
    tags: 'pets',
    tax: '13.5',
    variants: `Cat food, salmon 85 g=115 | Cat food, chicken 85 g=115 | Cat food, dry 400 g=395 | Dog food, beef 400 g=245 | Dog food, dry 1 kg=595
      | Dog chews 7 pcs=295`,
  },
  {
    dpt: 'gifts',
    name: '{}',
    margin: 48,
    unit: 'piece',
    sold: 9,
    season: 'christmas',
    tags: 'tableware',
    variants: `Reusable mug 0.3 L=1290 | Coffee mug, petrol 0.35 L=1490 | Coffee mug, stone grey 0.35 L=1490 | Coffee mug, copper 0.35 L=1590 | Espresso cup 80 ml=1090
      | Enamel mug, white 0.4 L=1690 | Thermos flask 0.5 L=2990 | Thermos flask 0.75 L=3490 | Water bottle, steel 0.5 L=2290 | Kuksa, birch burl=4990
      | Butter knife, juniper=990 | Cutting board, alder=2990 | Cheese slicer=1590 | Coffee scoop, copper=890 | French press 1 L=3990
      | Filter holder, porcelain=2490 | Tea strainer=790 | Glass straw, 4 pcs=890 | Lunch box, steel=2490 | Bread basket, birch bark=3490
      | Tea towel, linen=1490 | Tea towel, striped=1290 | Apron, linen=3990 | Oven mitt=1690 | Table runner, linen=3490 | Candle holder, cast iron=2990`,
  },
  {
    dpt: 'gifts',
    name: '{}',
    margin: 52,
    unit: 'piece',
    sold: 12,
    season: 'christmas',
    tags: 'gift',
    variants: `Greeting card, birthday=395 | Greeting card, thank you=395 | Greeting card, Christmas=345 | Greeting card, graduation=395 | Postcard, Hakaniemi market hall=150
      | Postcard, harbour in winter=150 | Gift bag, small=295 | Gift bag, large=395 | Wrapping paper 2 m=445 | Ribbon, petrol 10 m=295
      | Tote bag, Rantakulma=1290 | Gift box, coffee and chocolate=2490 | Gift box, tea=2290 | Gift box, breakfast=3490
      | Playing cards=695 | Wool socks, grey=2490 | Wool socks, petrol=2490 | Baking book, Rantakulma=2990`,
  },
  {
    dpt: 'gifts',
    name: '{}',
    margin: 22,
    unit: 'piece',
    sold: 110,
    tags: 'newspapers',
    tax: '10',
    variants: 'Newspaper, daily=390 | Newspaper, weekend=490 | Local paper=250',
  },
  {
    dpt: 'gifts',
    name: 'Gift card {} €',
    margin: 0,
    unit: 'piece',
    sold: 12,
    season: 'christmas',
    tags: 'gift card',
    tax: '0',
    variants: '25=2500 | 50=5000 | 100=10000',
  },
];
