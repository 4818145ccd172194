import type { TextValues } from '../i18n/i18n';
import { useLazyTexts } from '../i18n/lazy-texts';
import { genericServerEn } from './text-en';
import { genericServerFi } from './text-fi';

type Plain<K> = K extends `${infer Base}_one` | `${infer Base}_other` ? Base : K;

/** Returns a text for generic servers; these are loaded with this code. */
export type SayGenericServer = (key: Plain<keyof typeof genericServerEn>, values?: TextValues) => string;

const texts = { en: genericServerEn, fi: genericServerFi };

/** Returns the texts for generic servers in the current language. */
export const useGenericServerText = (): SayGenericServer => useLazyTexts('generic-server', texts);
