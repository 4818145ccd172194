import { createInstance, type BackendModule, type i18n } from 'i18next';
import { createContext, use, useMemo, type ReactNode } from 'react';
import { I18nextProvider, initReactI18next, useTranslation } from 'react-i18next';
import type { Screen, WithTexts } from './screen';
import { en } from './text/en';

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
      const part = await (name === 'core' ? import('./text/fi') : screens[name]?.texts.fi());
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
    return { language, say: sayOf('core'), sayOf, choose: (next) => void i18n.changeLanguage(next) };
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

/** The texts of any resource, by its name. */
export const useTexts = (): ((resource: string) => SayOf) => useWordsHere().sayOf;

/** The language of the moment, and how to choose another. */
export function useLanguage(): { language: Language; choose: (language: Language) => void } {
  return useWordsHere();
}
