import type { TextValues } from '../i18n/i18n';
import { useLazyTexts } from '../i18n/lazy-texts';
import { foreignEn } from './text-en';
import { foreignFi } from './text-fi';

type Plain<K> = K extends `${infer Base}_one` | `${infer Base}_other` ? Base : K;

/** Says one of the texts of foreign servers. They come with this part, not with the application. */
export type SayForeign = (key: Plain<keyof typeof foreignEn>, values?: TextValues) => string;

const texts = { en: foreignEn, fi: foreignFi };

/** The texts of foreign servers in the language of the moment. */
export const useForeignText = (): SayForeign => useLazyTexts('foreign', texts);
