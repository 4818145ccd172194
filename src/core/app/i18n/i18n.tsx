import { createInstance, type BackendModule, type i18n } from 'i18next';
import { createContext, use, useEffect, useMemo, useState, type ReactNode } from 'react';
import { I18nextProvider, initReactI18next, useTranslation } from 'react-i18next';
import type { Screen, WithTexts } from '../shell/screen';
import { en } from './en';

/** The languages of the product, each named in itself. */
export const languages = { en: 'English', fi: 'Suomi' } as const;
export type Language = keyof typeof languages;

/** The locale whose numbers and dates a language is read with. */
export const localeOf: Readonly<Record<Language, string>> = { en: 'en-GB', fi: 'fi-FI' };

type WithoutNumber<K> = K extends `${infer Base}_one` | `${infer Base}_other` ? Base : K;

/** A key of the application's own texts; `_one` and `_other` are chosen by `count`. */
export type TextKey = WithoutNumber<keyof typeof en>;
export type TextValues = Readonly<Record<string, string | number>>;

/** Says one of the application's texts. */
export type Say = (key: TextKey, values?: TextValues) => string;

/** Texts that are loaded with the page that says them; `_one` and `_other` are chosen by `count`. */
export interface PageTexts {
  readonly en: Readonly<Record<string, string>>;
  readonly fi: Readonly<Record<string, string>>;
}

/** Says a text of a resource: a word of its screen or the label of a field. An unknown key says itself. */
export type SayOf = (key: string, values?: TextValues) => string;

/** Which of our languages somebody wants, by the browser's list. */
export function languageFor(wanted: readonly string[]): Language {
  for (const tag of wanted) {
    const language = tag.slice(0, 2);
    if (language === 'en' || language === 'fi') return language;
  }
  return 'en';
}

type Screens = Readonly<Record<string, Screen>>;

/**
 * The texts of the application and its screens, ready in a language. The chosen language lasts until the page
 * is left. English is there from the start; what cannot be loaded of another language is said in English.
 */
export async function createI18n(screens: Screens, language: Language): Promise<i18n> {
  const bundles = Object.entries(screens).map(([name, screen]) => [name, screen.texts.en]);
  const instance = createInstance({
    lng: language,
    fallbackLng: 'en',
    ns: ['core', ...Object.keys(screens)],
    defaultNS: 'core',
    keySeparator: false,
    nsSeparator: false,
    interpolation: { escapeValue: false },
    react: { useSuspense: false },
    partialBundledLanguages: true,
    resources: { en: { core: en, ...Object.fromEntries(bundles) } },
  });
  await instance.use(loaderOf(screens)).use(initReactI18next).init();
  return instance;
}

/** Loads what English does not bring along: the texts of the other languages. */
function loaderOf(screens: Screens): BackendModule {
  return {
    type: 'backend',
    init() {},
    // With two parameters the promise's value is taken.
    async read(language: string, name: string) {
      if (language !== 'fi') throw new Error(`There is no language "${language}"`);
      const part = await (name === 'core' ? import('./fi') : screens[name]?.texts.fi());
      return { ...part?.fi };
    },
  };
}

/** Texts that are loaded with a form or a page: the Finnish ones are checked against the English ones. */
export const defineTexts = <T extends Readonly<Record<string, string>>>(texts: {
  readonly en: T;
  readonly fi: { readonly [K in keyof T]: string };
}): typeof texts => texts;

/** Where the texts stand that came after those of the screen; a namespace of theirs, as that one is loaded whole. */
const later = (name: string): string => `${name}/later`;

/** Adds what a form, a list or a page brought to say, to the texts of its resource (or of the core: `form`). */
export function addTexts(i18n: i18n, name: string, { texts }: WithTexts): void {
  if (!texts) return;
  for (const language of ['en', 'fi'] as const)
    i18n.addResourceBundle(language, later(name), texts[language], true, true);
}

/** What is said in the language of the moment; the same functions until it changes. */
interface Words {
  readonly language: Language;
  readonly say: Say;
  readonly sayOf: (resource: string) => SayOf;
  readonly learn: (name: string, texts: PageTexts) => void;
  readonly choose: (language: Language) => void;
}

const WordsContext = createContext<Words | null>(null);

/**
 * Around everything that says something. Language and texts are worked out here, once: a list asks for
 * them in each of its cells.
 */
export function Texts({ i18n, children }: { i18n: i18n; children: ReactNode }) {
  return (
    <I18nextProvider i18n={i18n}>
      <WordsHere>{children}</WordsHere>
    </I18nextProvider>
  );
}

function WordsHere({ children }: { children: ReactNode }) {
  const { i18n } = useTranslation();
  const tag = i18n.language;
  const words = useMemo((): Words => {
    const language = languageFor([tag]);
    const known = new Map<string, SayOf>();
    const sayOf = (resource: string): SayOf => {
      const t = i18n.getFixedT(language, [resource, later(resource)]);
      const say = known.get(resource) ?? ((key, values) => t(key, values ?? {}));
      known.set(resource, say);
      return say;
    };
    const learn = (name: string, texts: PageTexts) => {
      if (i18n.hasResourceBundle('en', name)) return;
      i18n.addResourceBundle('en', name, texts.en);
      i18n.addResourceBundle('fi', name, texts.fi);
    };
    return { language, say: sayOf('core'), sayOf, learn, choose: (next) => void i18n.changeLanguage(next) };
  }, [i18n, tag]);
  return <WordsContext value={words}>{children}</WordsContext>;
}

function useWordsHere(): Words {
  const words = use(WordsContext);
  if (!words) throw new Error('This part stands inside Texts');
  return words;
}

/** The application's own texts in the language of the moment. */
export const useText = (): Say => useWordsHere().say;

/** The texts of a resource. */
export const useTextOf = (resource: string): SayOf => useWordsHere().sayOf(resource);

/**
 * The texts of a part that pages of more than one resource show, as they came with it. `name` is theirs alone:
 * `sales/receipt`.
 */
export function usePageText(name: string, texts: PageTexts): SayOf {
  const { sayOf, learn } = useWordsHere();
  learn(name, texts);
  return sayOf(name);
}

/** The texts of any resource, by its name. */
export const useTexts = (): ((resource: string) => SayOf) => useWordsHere().sayOf;

/**
 * Makes known what the forms of some resources (`plu,dpt`) bring to say, for a page that tells of their records
 * without opening them. The answer is another one each time more is known.
 */
export function useFormTexts(screens: Screens, names: string): number {
  const { i18n } = useTranslation();
  const [known, setKnown] = useState(0);
  useEffect(() => {
    const loading = names.split(',').map(async (name) => {
      const part = await screens[name]?.form?.();
      if (part) addTexts(i18n, name, part);
    });
    // What cannot be loaded is said by its name on the wire.
    void Promise.allSettled(loading).then(() => setKnown((times) => times + 1));
  }, [i18n, screens, names]);
  return known;
}

/** The language of the moment, and how to choose another. */
export function useLanguage(): { language: Language; choose: (language: Language) => void } {
  return useWordsHere();
}
