import { defineTexts } from '../i18n';
import { formEn } from './text-en';
import { formFi } from './text-fi';

/** What every form says; loaded with the first one. */
export const texts = defineTexts({ en: formEn, fi: formFi });
