import type { TextValues } from '../i18n/i18n';
import { useLazyTexts } from '../i18n/lazy-texts';
import { genericServerEn } from './text-en';
import { genericServerFi } from './text-fi';

type Plain<K> = K extends `${infer Base}_one` | `${infer Base}_other` ? Base : K;

/** Says one of the texts of foreign servers. They come with this part, not with the application. */
export type SayGenericServer = (key: Plain<keyof typeof genericServerEn>, values?: TextValues) => string;

const texts = { en: genericServerEn, fi: genericServerFi };

/** The texts of foreign servers in the language of the moment. */
export const useGenericServerText = (): SayGenericServer => useLazyTexts('foreign', texts);
