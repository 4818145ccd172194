import { createInstance, type BackendModule, type i18n } from 'i18next';
import { createContext, use, useEffect, useMemo, useState, type ReactNode } from 'react';
import { I18nextProvider, initReactI18next, useTranslation } from 'react-i18next';
import type { languageTags } from '@/contract/session';
import type { Screen, WithTexts } from '../shell/screen';
import { en } from './en';
import { isMissing, loadFinnish, onFinnish } from './later-finnish';

/** Languages of the product, each by its own name. */
export const languages = { en: 'English', fi: 'Suomi' } as const satisfies Record<
  (typeof languageTags)[number],
  string
>;
/** Key of one of the product's languages. */
export type Language = keyof typeof languages;

/** Locale for numbers and dates, by language. */
export const localeOf: Readonly<Record<Language, string>> = { en: 'en-GB', fi: 'fi-FI' };

type WithoutNumber<K> = K extends `${infer Base}_one` | `${infer Base}_other` ? Base : K;

/** Key of the application's own texts; `count` chooses between `_one` and `_other`. */
export type TextKey = WithoutNumber<keyof typeof en>;
/** Values that are inserted into a text. */
export type TextValues = Readonly<Record<string, string | number>>;

/** Returns one of the application's texts. */
export type Say = (key: TextKey, values?: TextValues) => string;

/** Texts that are loaded with a page; `count` chooses between `_one` and `_other`. */
export interface PageTexts {
  readonly en: Readonly<Record<string, string>>;
  readonly fi: Readonly<Record<string, string>>;
}

/** Returns a text of a resource: of its screen, or the label of a field. An unknown key is returned as it is. */
export type SayOf = (key: string, values?: TextValues) => string;

/** Returns the first of our languages in the browser's list. */
export function languageFor(accepted: readonly string[]): Language {
  for (const tag of accepted) {
    const language = tag.slice(0, 2);
    if (language === 'en' || language === 'fi') return language;
  }
  return 'en';
}

const languageKey = 'tillhouse-language';

/** Returns the language that was chosen in this browser; null if none was, or if its storage is blocked. */
export function savedLanguage(): Language | null {
  try {
    const saved = localStorage.getItem(languageKey);
    return saved === 'en' || saved === 'fi' ? saved : null;
  } catch {
    return null;
  }
}

/** Saves the chosen language in this browser, if it has storage. */
function saveLanguage(language: Language): void {
  try {
    localStorage.setItem(languageKey, language);
  } catch {
    // The choice then lasts until the page is closed.
  }
}

type Screens = Readonly<Record<string, Screen>>;

/**
 * Initialises the texts of the application and its screens in a language. A chosen language is
 * saved in the browser. English is built in, and replaces texts of another language that cannot be loaded.
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
    // A screen whose list brings its texts has empty ones until then.
    returnEmptyString: false,
    resources: { en: { core: en, ...Object.fromEntries(bundles) } },
  });
  const finnish = language === 'fi' ? loadFinnish() : undefined;
  await instance.use(loaderOf(screens)).use(initReactI18next).init();
  await finnish;
  return instance;
}

/** Loads the texts of languages other than English. */
function loaderOf(screens: Screens): BackendModule {
  return {
    type: 'backend',
    init() {},
    // i18next uses the returned promise if the function has two parameters.
    async read(language: string, name: string) {
      if (language !== 'fi') throw new Error(`There is no language "${language}"`);
      const part = await (name === 'core' ? import('./fi') : screens[name]?.texts.fi());
      return { ...part?.fi };
    },
  };
}

/** Declares texts that are loaded with a form or a page: the Finnish keys are checked against the English ones. */
export const defineTexts = <T extends Readonly<Record<string, string>>>(texts: {
  readonly en: T;
  readonly fi: { readonly [K in keyof T]: string };
}): typeof texts => texts;

/**
 * Namespace of texts that are loaded after the screen's: the screen's own is replaced as a whole when it is
 * loaded.
 */
const lateNamespace = (name: string): string => `${name}/later`;

/** What was added while its Finnish half was not loaded. `useTranslation` wraps the instance, so it is no key of a map. */
let waiting: { readonly i18n: i18n; readonly name: string; readonly texts: PageTexts }[] = [];

/** Adds texts in both languages; the Finnish ones again once they are loaded. */
function addBoth(i18n: i18n, name: string, texts: PageTexts): void {
  for (const language of ['en', 'fi'] as const)
    i18n.addResourceBundle(language, name, texts[language], true, true);
  if (isMissing(texts.fi)) waiting.push({ i18n, name, texts });
}

onFinnish(() => {
  const before = waiting;
  waiting = [];
  for (const { i18n, name, texts } of before) addBoth(i18n, name, texts);
});

/** The language that was asked for last: its texts may still be on their way. */
let wished: Language | null = null;

/** Changes the language once its texts are there: what is on the page never changes in two steps. */
async function change(i18n: i18n, language: Language): Promise<void> {
  wished = language;
  if (language === 'fi') await loadFinnish();
  if (wished === language) await i18n.changeLanguage(language);
}

/** Adds the texts of a form, list or page to those of its resource (or of the core: `form`). */
export function addTexts(i18n: i18n, name: string, { texts }: WithTexts): void {
  if (texts) addBoth(i18n, lateNamespace(name), texts);
}

/** Texts in the current language; the functions stay the same until it changes. */
interface Translations {
  readonly language: Language;
  readonly say: Say;
  readonly sayOf: (resource: string) => SayOf;
  readonly register: (name: string, texts: PageTexts) => void;
  /** Changes the language for good, at the user's wish. */
  readonly choose: (language: Language) => void;
  /** Changes the language of the page alone. */
  readonly show: (language: Language) => void;
}

const TranslationsContext = createContext<Translations | null>(null);

/**
 * Provides the texts to all components. Language and functions are computed here once, because a list uses them
 * in every cell.
 */
export function Texts({ i18n, children }: { i18n: i18n; children: ReactNode }) {
  return (
    <I18nextProvider i18n={i18n}>
      <TextsProvider>{children}</TextsProvider>
    </I18nextProvider>
  );
}

function TextsProvider({ children }: { children: ReactNode }) {
  const { i18n } = useTranslation();
  const tag = i18n.language;
  const translations = useMemo((): Translations => {
    const language = languageFor([tag]);
    const cache = new Map<string, SayOf>();
    const sayOf = (resource: string): SayOf => {
      const t = i18n.getFixedT(language, [resource, lateNamespace(resource)]);
      const say = cache.get(resource) ?? ((key, values) => t(key, values ?? {}));
      cache.set(resource, say);
      return say;
    };
    const register = (name: string, texts: PageTexts) => {
      if (i18n.hasResourceBundle('en', name)) return;
      addBoth(i18n, name, texts);
    };
    return {
      language,
      say: sayOf('core'),
      sayOf,
      register,
      choose(next) {
        saveLanguage(next);
        void change(i18n, next);
      },
      show: (next) => void change(i18n, next),
    };
  }, [i18n, tag]);
  return <TranslationsContext value={translations}>{children}</TranslationsContext>;
}

function useTranslations(): Translations {
  const translations = use(TranslationsContext);
  if (!translations) throw new Error('Texts are used outside <Texts>');
  return translations;
}

/** Returns the application's own texts in the current language. */
export const useText = (): Say => useTranslations().say;

/** Returns the texts of a resource in the current language. */
export const useTextOf = (resource: string): SayOf => useTranslations().sayOf(resource);

/**
 * Returns the texts of a component that is used by pages of several resources; they are loaded with it. `name`
 * must be unique: `sales/receipt`.
 */
export function usePageText(name: string, texts: PageTexts): SayOf {
  const { sayOf, register } = useTranslations();
  register(name, texts);
  return sayOf(name);
}

/** Returns the keys of a resource's texts that are there: those of its screen, and what its list or form brought. */
export function useTextKeys(resource: string): readonly string[] {
  const { i18n } = useTranslation();
  const bundles = [resource, lateNamespace(resource)].map((name) => i18n.getResourceBundle('en', name));
  return Object.keys(Object.assign({}, ...bundles));
}

/** Returns the texts of any resource, by its name. */
export const useTexts = (): ((resource: string) => SayOf) => useTranslations().sayOf;

/**
 * Loads the texts of the forms of some resources (`plu,dpt`), or of their own pages, for a page that describes their
 * records without a form. Returns a number that changes each time texts were added.
 */
export function useFormTexts(screens: Screens, names: string): number {
  const { i18n } = useTranslation();
  const [version, setVersion] = useState(0);
  useEffect(() => {
    const loading = names.split(',').map(async (name) => {
      const screen = screens[name];
      const part = await (screen?.form ?? screen?.list)?.();
      if (part) addTexts(i18n, name, part);
    });
    // A text that cannot be loaded is shown as its wire name.
    void Promise.allSettled(loading).then(() => setVersion((times) => times + 1));
  }, [i18n, screens, names]);
  return version;
}

/** Returns the current language, and the functions that change it. */
export function useLanguage(): Pick<Translations, 'language' | 'choose' | 'show'> {
  return useTranslations();
}
