import { createInstance, type i18n } from 'i18next';
import { useMemo } from 'react';
import { initReactI18next, useTranslation } from 'react-i18next';
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

/** The application's own texts in the language of the moment. */
export function useText(): Say {
  const { t } = useTranslation('core');
  return useMemo(() => (key, values) => t(key, values ?? {}), [t]);
}

/** The texts of a resource. */
export function useTextOf(resource: string): SayOf {
  const { t } = useTranslation(resource);
  return useMemo(() => (key, values) => t(key, values ?? {}), [t]);
}

/** The language of the moment, and how to choose another. */
export function useLanguage(): { language: Language; choose: (language: Language) => void } {
  const { i18n } = useTranslation();
  const language = languageFor([i18n.language]);
  return { language, choose: (next) => void i18n.changeLanguage(next) };
}
