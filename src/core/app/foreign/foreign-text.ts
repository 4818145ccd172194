import { useTranslation } from 'react-i18next';
import { useTextOf, type TextValues } from '../i18n';
import { foreignEn } from './text-en';
import { foreignFi } from './text-fi';

type Plain<K> = K extends `${infer Base}_one` | `${infer Base}_other` ? Base : K;

/** Says one of the texts of foreign servers. They come with this part, not with the application. */
export type SayForeign = (key: Plain<keyof typeof foreignEn>, values?: TextValues) => string;

/** The texts of foreign servers in the language of the moment. */
export function useForeignText(): SayForeign {
  const { i18n } = useTranslation();
  if (!i18n.hasResourceBundle('en', 'foreign')) {
    i18n.addResourceBundle('en', 'foreign', foreignEn);
    i18n.addResourceBundle('fi', 'foreign', foreignFi);
  }
  return useTextOf('foreign');
}
