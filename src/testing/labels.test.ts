import { expect, it } from 'vitest';
import { en as english } from '@/app/i18n/en';
import { fi as finnish } from '@/app/i18n/fi';
import { screens } from '@/resources/screens';

/** One text in both languages, and where it is. */
interface Label {
  readonly en: string;
  readonly fi: string;
  readonly where: string;
}

const isTexts = (value: unknown): value is { en: Record<string, unknown>; fi: Record<string, unknown> } =>
  typeof value === 'object' &&
  value !== null &&
  'en' in value &&
  'fi' in value &&
  typeof value.en === 'object' &&
  typeof value.fi === 'object';

/** Returns the texts of a pair of languages. */
const labelsIn = (where: string, en: Record<string, unknown>, fi: Record<string, unknown>): Label[] =>
  Object.entries(en).flatMap(([key, text]) => {
    const finnish = fi[key];
    return typeof text === 'string' && typeof finnish === 'string'
      ? [{ en: text, fi: finnish, where: `${where} ${key}` }]
      : [];
  });

/** Returns the English texts that have several Finnish ones, with these and where each is. */
function severalWords(labels: readonly Label[], except: Readonly<Record<string, string>>): unknown[] {
  const words = new Map<string, Label[]>();
  for (const label of labels) words.set(label.en, [...(words.get(label.en) ?? []), label]);
  return [...words]
    .filter(([en, found]) => !(en in except) && new Set(found.map(({ fi }) => fi)).size > 1)
    .map(([, found]) => found);
}

const later = import.meta.glob('../resources/*/texts.ts');

/** Returns the texts that the list of a resource brings, if it does. */
async function ownTexts(name: string) {
  const module = await later[`../resources/${name}/texts.ts`]?.();
  return Object.values(module ?? {}).find(isTexts);
}

/** Returns the labels of the fields of every screen: what form, grid, filter, history and paper call them. */
async function fieldLabels(): Promise<Label[]> {
  const all = await Promise.all(
    Object.entries(screens).map(async ([name, { texts, contract }]) => {
      const own = await ownTexts(name);
      const { fi } = await texts.fi();
      return labelsIn(name, { ...texts.en, ...own?.en }, { ...fi, ...own?.fi }).filter(({ where }) => {
        const key = where.slice(name.length + 1);
        return key in contract.fields || key === 'active' || key.startsWith('data.');
      });
    }),
  );
  return all.flat();
}

it('a field of several resources has one word in each language', async () => {
  const labels = await fieldLabels();
  expect(labels.length).toBeGreaterThan(150);
  expect(severalWords(labels, {})).toEqual([]);
});

it('two fields of one resource have two words in each language', async () => {
  for (const [name, { texts, contract }] of Object.entries(screens)) {
    const { fi } = await texts.fi();
    const labels = labelsIn(name, texts.en, fi).filter(({ where }) => {
      const key = where.slice(name.length + 1);
      return (key in contract.fields || key.slice(5) in contract.data.shape) && !key.includes('=');
    });
    for (const words of [labels.map(({ en }) => en), labels.map(({ fi: word }) => word)])
      expect(words.filter((word, at) => words.indexOf(word) !== at)).toEqual([]);
  }
});

/** Columns of files that have a word of their own, and why. */
const ownWordsInFiles: Readonly<Record<string, string>> = {
  'plu base_price': 'A file has the prices of price lists beside it.',
  'account kind': 'A file has one word for both; the form says whose reason it is.',
  'account use': 'A file names the use by its code; the list says what is booked.',
  'plu data.barcodes': 'A file also has a column for one barcode, which is added.',
};

it('a column of a file is called what the form and the list call it, in both languages', async () => {
  let count = 0;
  for (const [name, { texts, files }] of Object.entries(screens)) {
    if (!files) continue;
    const own = await ownTexts(name);
    const fi = { ...(await texts.fi()).fi, ...own?.fi };
    const { fields } = (await files()).files;
    for (const { key, label } of fields) {
      const en = Object.entries({ ...texts.en, ...own?.en }).find(([of]) => of === key)?.[1];
      if (en === undefined || `${name} ${key}` in ownWordsInFiles) continue;
      count += 1;
      expect([name, key, label.en, label.fi]).toEqual([
        name,
        key,
        en,
        Object.entries(fi).find(([of]) => of === key)?.[1],
      ]);
    }
  }
  expect(count).toBeGreaterThan(50);
});

/** Returns the texts of every screen and page, and those of the application itself; `where` is the file or resource, and the key. */
async function allTexts(): Promise<Label[]> {
  const modules = import.meta.glob('../**/*texts.ts');
  const pages = await Promise.all(
    Object.entries(modules).map(async ([file, load]) => {
      const loaded = await load();
      return Object.values(typeof loaded === 'object' && loaded ? loaded : {})
        .filter(isTexts)
        .flatMap(({ en, fi }) => labelsIn(file.replace(/^\.\.\//, ''), en, fi));
    }),
  );
  const ofScreens = await Promise.all(
    Object.entries(screens).map(async ([name, { texts }]) => labelsIn(name, texts.en, (await texts.fi()).fi)),
  );
  return [...pages.flat(), ...ofScreens.flat(), ...labelsIn('i18n', english, finnish)];
}

/** Texts with other placeholders in Finnish, and why. */
const otherPlaceholders: Readonly<Record<string, string>> = {
  'overview/texts.ts lastMonth.see': 'The heading beside it names the month.',
  'overview/texts.ts lastMonth.lock': 'The heading beside it names the month.',
};

/** Texts that end with a colon in Finnish: what follows has a preposition in English. */
const colons = ['company/page-texts.ts fields.of', 'event/texts.ts linked', 'event/texts.ts erased'];

/** English titles and choices that are two words in Finnish, and why. */
const severalChoices: Readonly<Record<string, string>> = {
  VAT: 'What an account is for, and a kind of tax.',
  Voucher: 'Of bookkeeping, and a means of payment.',
  'Not sent': 'Those that were not, and one that was not.',
  Sent: 'Those that were, and one that was.',
  Customers: 'A list of them, and whom prices are for.',
  English: 'In a sentence, and by its own name.',
};

it('a text has the same placeholders, and ends alike, in both languages', async () => {
  const labels = await allTexts();
  expect(labels.length).toBeGreaterThan(3500);
  const placeholders = (text: string) => [...new Set(text.match(/(?<=\{\{)\w+/g))].toSorted().join(' ');
  const end = (text: string) => /([.…?!:;]?)[”)\s]*$/.exec(text)?.[1];
  const others = labels.filter(({ en, fi }) => placeholders(en) !== placeholders(fi));
  expect(others.map(({ where }) => where)).toEqual(Object.keys(otherPlaceholders));
  const ends = labels.filter(({ en, fi }) => end(en) !== end(fi)).map(({ where }) => where);
  expect(ends.map((where) => where.replace('resources/', ''))).toEqual(colons);
});

/** Terms of the product, as patterns: the English one, and how its Finnish one begins. */
const terms = {
  'barcodes?': 'viivakood',
  'products?': 'tuot',
  'customers?': 'asiak',
  'departments?': 'osasto',
  'suppliers?': 'toimittaj',
  'prices?': 'hin[tn]',
  'price lists?': 'hinnasto',
  'discounts?': 'alennu',
  'margins?': 'kat[et]',
  'deposits?': 'pant|pano',
  'VAT|tax(?:es)?': 'vero|alv',
  'currenc(?:y|ies)': 'valuut',
  rounding: 'pyörist',
  'receipts?': 'kuit|keskiostos',
  'refund(?:ed|s)?': 'palaut|hyvit',
  'cashiers?': 'myyj|kassa',
  'locations?': 'toimipai',
  'groups?': 'ryhm|ketju|konserni',
  'compan(?:y|ies)': 'yrity|yhtiö',
  'business days?': 'myyntipäiv|päiv',
  'months?': 'kuu|kk|lukituksen',
  'seal(?:ed|s)?': 'sinet',
  locked: 'luki',
  'reopen\\w*': 'avat|avaa|uudel',
  'approv\\w*': 'hyväk',
  'schedul\\w*': 'ajoit|ajast',
  formula: 'kaava',
  search: 'ha[ek]|etsi',
  'filters?': 'rajau|suodat',
  'weekdays?': 'viikonpäiv',
  'units?': 'yksik',
  'deliver\\w*': 'toimi',
  'reports?': 'rapor',
  'vouchers?': 'tosit|lahjakor|seteli',
  'accounts?': 'til|käyttäjä|kirjanpito',
  'change sets?': 'muutosjou',
  'drafts?': 'luonno',
  'preview(?:ed)?': 'esikats',
  undo: 'peru|kumo',
  'erased?': 'tyhjen|poist',
  'restored?|put back': 'palau',
  'deactivated?|inactive': 'pois|ei käytös|ei ole käytös',
  'required|missing': 'puuttu|vaad|pakol|tarv',
  '(?:cannot|could not) be read': 'voi|saat|pysty|ei onnistunut',
  'log|audit trail': 'loki',
  'files?': 'tiedosto',
  'columns?': 'sarak',
  'import(?:ed)?': 'tuo',
  'check digits?': 'tarkist',
  'zeros?': 'noll|0',
  'languages?': 'kiel',
  address: 'osoit',
  'e-mails?': 'sähköposti|osoit',
  'passwords?': 'salasan',
  'invitations?': 'kutsu',
  'roles?': 'rooli|roole',
  'users?': 'käyttäj',
};

it('a text that names a thing of the product in English names it in Finnish, too', async () => {
  const labels = (await allTexts()).map(({ en, fi, where }) => {
    const bare = (text: string) => text.replaceAll(/\{\{.*?\}\}/g, '');
    return { en: bare(en), fi: bare(fi), where };
  });
  const wrong = Object.entries(terms).map(([en, fi]) => {
    const named = labels.filter((label) => new RegExp(String.raw`\b(?:${en})\b`, 'i').test(label.en));
    const unnamed = named.filter((label) => !new RegExp(fi, 'i').test(label.fi));
    // A term that no text has looks at nothing.
    return [en, named.length > 2, unnamed];
  });
  expect(wrong).toEqual(Object.keys(terms).map((en) => [en, true, []]));
});

it('a choice has one word in each language wherever it is offered, and not the name of another choice', async () => {
  const labels = (await allTexts()).filter(({ where }) => /=| title$/.test(where));
  expect(labels.length).toBeGreaterThan(250);
  expect(severalWords(labels, severalChoices)).toEqual([]);
  const places = new Set(labels.map(({ where }) => where));
  const wrong = labels.filter(({ en, where }) => {
    const named = where.replace(/=.*/, `=${en.toLowerCase().replaceAll(' ', '_')}`);
    return named !== where && places.has(named);
  });
  expect(wrong).toEqual([]);
});

it('what is counted is a plural in the English text for several', async () => {
  const texts = new Map((await allTexts()).map(({ where, en }) => [where, en]));
  const counted = (text = '') => /\{\{count, number\}\} (\w+)/.exec(text)?.[1] ?? '';
  const turned = [...texts].flatMap(([where, text]) => {
    const several = texts.get(where.replace(/_one$/, '_other'));
    return where.endsWith('_one') && counted(text) === `${counted(several)}s` ? [counted(text)] : [];
  });
  // Of verbs it is the other way round.
  expect([...new Set(turned)].toSorted()).toEqual(['comes', 'differs', 'stays', 'waits']);
});

/** English words of business days that are two words in Finnish, and why. */
const twoMeanings: Readonly<Record<string, string>> = {
  Receipts: 'How many, and which.',
  Change: 'What differs, and money given back.',
  'At fault': 'One receipt, and several.',
  '{{count, number}} more': 'Singular and plural.',
  What: 'What happened, and which rule.',
  Counted: 'Money in a drawer, and goods in stock.',
  None: 'No rate, and no tax.',
  'and {{count, number}} more': 'Singular and plural.',
  Average: 'Of a receipt, and of days.',
  Before: 'What was sealed before, and the period before.',
};

it('what a business day consists of is called the same on screens, papers and in lists', async () => {
  const modules = import.meta.glob([
    '../days/**/*texts.ts',
    '../resources/{businessday,sales,account}/**/*texts.ts',
    '../overview/**/*texts.ts',
  ]);
  const all = await Promise.all(
    Object.entries(modules).map(async ([file, load]) => {
      const loaded = await load();
      return Object.values(typeof loaded === 'object' && loaded ? loaded : {})
        .filter(isTexts)
        .flatMap(({ en, fi }) => labelsIn(file, en, fi));
    }),
  );
  const labels = all.flat();
  expect(labels.length).toBeGreaterThan(500);
  expect(severalWords(labels, twoMeanings)).toEqual([]);
});
