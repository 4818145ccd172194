/** Departments with composed food, whose names tell the ingredients. */
export const composed =
  'coffee|cold|bakery|cakes|lunch|breakfast|grocery|frozen|icecream|meat|sweets|dairy|catering|kiosk';

/** Allergen codes by words in a product's name, with exceptions for words that only look alike. */
export const allergenWords: readonly (readonly [code: string, says: RegExp, butNot: RegExp])[] = [
  [
    'gluten',
    /bread|\bbun\b|pulla|pasty|pasties|pie\b|rye|wheat|barley|oat|malt|spelt|pasta|noodle|lasagne|burger|schnitzel|toast|sandwich|wrap\b|bagel|baguette|ciabatta|focaccia|roll\b|rolls\b|pizza|breaded|fish fingers|pancake|tortilla|couscous|bulgur|semolina|macaroni|meatball|gyoza|falafel|cake|brownie|muffin|wafer|biscuit|cookie|granola|soy sauce|teriyaki|casserole|doughnut|croissant|crumb|gingerbread|liquorice|salmiakki latte|crumble|tart\b|cone|croque|brunch|buffet/i,
    /gluten-free|rice noodles|maize tortilla|taco|buckwheat|rice cake|meringue|pasta sauce|potato pancake/i,
  ],
  ['crustaceans', /prawn|crayfish|oyster sauce/i, /napkin/i],
  [
    'eggs',
    /\begg\b|eggs|mayonnaise|carbonara|meringue|macaron\b|pavlova|omelette|caesar|pancake|quiche|cake|brownie|muffin|custard|schnitzel|meatball|princess|brunch|buffet/i,
    /vegan|rice cake|chocolate egg|mini chocolate eggs|sandwich cake, vegan|pancake mix|custard powder/i,
  ],
  [
    'fish',
    /salmon|herring|vendace|\bfish\b|tuna|gravlax|pike|perch|trout|whitefish|anchov|sardine|mackerel|sprat|cod\b|roe\b|worcester|caesar|poke bowl, salmon/i,
    /sour fish|cat food/i,
  ],
  ['peanuts', /peanut/i, /(?!)/],
  ['soya', /soya|soy sauce|tofu|edamame|teriyaki|vegan burger|vegan sausages/i, /(?!)/],
  [
    'milk',
    /milk|cream|cheese|butter|yoghurt|latte|cappuccino|macchiato|cortado|flat white|mocha|quark|skyr|mozzarella|feta|halloumi|brie\b|parmesan|mash\b|carbonara|stroganoff|smetana|lasagne|risotto|croque|milkshake|pesto|pudding|custard|soft ice|affogato|brownie|mascarpone|toffee|caramel|casserole|vanilla sauce|four cheeses|pizza|whipped|karelian pasty, (plain|carrot)|karelian pasties|white chocolate|nougat|truffle|cocoa with|chocolate (egg|hen)|chocolate eggs|brunch|buffet/i,
    /with oat|vegan|coconut (milk|cream)|peanut butter|almond butter|oat (drink|cream|yoghurt|ice|cooking|whipping)|black pudding|tofu|cream crackers|soya|ice cream, vegan|sea buckthorn jelly/i,
  ],
  [
    'nuts',
    /almond|hazelnut|walnut|cashew|pecan|brazil nut|pistachio|nut mix|nougat|marzipan|pralines|macaron\b|\bnut\b|basil pesto|pesto, (basil|rocket)|princess|tosca|runeberg/i,
    /coconut|peanut(?! )|flavour|potatoes, almond/i,
  ],
  ['celery', /stock cubes|soup|bolognese|minestrone/i, /vegetable mix, soup|porridge/i],
  ['mustard', /mustard|caesar|honey mustard|coleslaw|potato salad|frankfurter|dressing/i, /(?!)/],
  ['sesame', /sesame|tahini|hummus|bagel|poke bowl|seeds, mixed|seed crackers|multiseed/i, /(?!)/],
  [
    'sulphites',
    /dried apricots|wine vinegar|balsamic|cider vinegar|dried figs|raisin|glögi, cup|glögi with/i,
    /(?!)/,
  ],
  ['lupin', /gluten-free loaf|bun, gluten-free/i, /(?!)/],
  ['molluscs', /oyster sauce|mussel|squid/i, /(?!)/],
];
