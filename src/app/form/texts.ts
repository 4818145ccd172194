import { defineTexts, useTextOf } from '../i18n/i18n';
import { formEn } from './text-en';
import { formFi } from './text-fi';

/** The texts of every form, loaded with the first one. */
export const texts = defineTexts({ en: formEn, fi: formFi });

type Plain<K> = K extends `${infer Base}_one` | `${infer Base}_other` ? Base : K;
/** A key of the texts that all forms share. */
export type FormTextKey = Plain<keyof typeof formEn>;
/** Looks up a text that all forms share, with values for its placeholders. */
export type SayForm = (key: FormTextKey, values?: Readonly<Record<string, string | number>>) => string;

/** Returns the texts that all forms share. */
export function useFormText(): SayForm {
  return useTextOf('form');
}
