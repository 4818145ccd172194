import { createInstance, type i18n } from 'i18next';
import { createContext, use, useMemo, type ReactNode } from 'react';
import { I18nextProvider, initReactI18next, useTranslation } from 'react-i18next';
import type { Screen } from './screen';
import { formEn } from './form/text-en';
import { formFi } from './form/text-fi';
import { en } from './text/en';
import { fi } from './text/fi';

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

/** The texts of the application and its screens. The chosen language lasts until the page is left. */
export function createI18n(screens: Readonly<Record<string, Screen>>, language: Language): i18n {
  const bundles = Object.entries(screens);
  const instance = createInstance({
    lng: language,
    fallbackLng: 'en',
    defaultNS: 'core',
    keySeparator: false,
    nsSeparator: false,
    interpolation: { escapeValue: false },
    resources: {
      en: {
        core: en,
        form: formEn,
        ...Object.fromEntries(bundles.map(([name, screen]) => [name, screen.texts.en])),
      },
      fi: {
        core: fi,
        form: formFi,
        ...Object.fromEntries(bundles.map(([name, screen]) => [name, screen.texts.fi])),
      },
    },
  });
  void instance.use(initReactI18next).init();
  return instance;
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
      const t = i18n.getFixedT(language, resource);
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

/** The texts of a page that came with it. `name` is theirs alone: `businessday/report`. */
export function usePageText(name: string, texts: PageTexts): SayOf {
  const { sayOf, learn } = useWordsHere();
  learn(name, texts);
  return sayOf(name);
}

/** The language of the moment, and how to choose another. */
export function useLanguage(): { language: Language; choose: (language: Language) => void } {
  return useWordsHere();
}
