import { decimalOf } from '@/core/app/i18n/format';
import { isDay } from '@/core/ui/fields/dates/day-text';
import { isAmount } from './count';
import type { Opening } from './opening';

/** What was typed of a register's float; what was counted last stands until something is. */
export interface Float {
  readonly amount?: string | undefined;
  readonly note?: string | undefined;
}

/** What a form to open a day holds. */
export interface OpenForm {
  readonly location_id: string;
  readonly date: string;
  readonly floats: Readonly<Record<string, Float>>;
}

/** The float of a register as it will be sent. */
export const floatOf = ({ pos_id, before }: Opening, floats: OpenForm['floats']): string =>
  floats[pos_id]?.amount ?? before?.counted ?? '';

/** Whether a float is another than what was counted before. */
export function differs(register: Opening, floats: OpenForm['floats']): boolean {
  const float = decimalOf(floatOf(register, floats).trim());
  const before = decimalOf(register.before?.counted);
  return float !== null && before !== null && !float.eq(before);
}

/** What keeps a day from being opened, as keys of texts, by field; a register's by its id. `scale`: decimals of the place's currency. */
export function faultsOf(
  form: OpenForm,
  registers: readonly Opening[],
  scale: number,
): {
  readonly location_id?: string;
  readonly date?: string;
  readonly floats: Readonly<Record<string, string>>;
} {
  const wrong = registers.filter((register) => !isAmount(floatOf(register, form.floats), scale));
  return {
    ...(form.location_id === '' && { location_id: 'open.locationMissing' }),
    ...(!isDay(form.date) && { date: form.date === '' ? 'open.dateMissing' : 'open.dateWrong' }),
    floats: Object.fromEntries(wrong.map(({ pos_id }) => [pos_id, 'amount.wrong'])),
  };
}

/**
 * The day as it is posted (docs/interface.md#44-create-or-upsert); who opens it stands in `data`. `second`: the
 * person was asked, and wants another day of the same location and date.
 */
export function bodyOf(
  form: OpenForm,
  registers: readonly Opening[],
  by: { who: string; at: string; second?: boolean },
): string {
  return JSON.stringify({
    location_id: form.location_id,
    date: form.date,
    opened_at: by.at,
    ...(by.second && { second: true }),
    data: {
      opened_by: by.who,
      z_reports: registers.map((register) => {
        const note = form.floats[register.pos_id]?.note?.trim() ?? '';
        return {
          pos_id: register.pos_id,
          opening_float: floatOf(register, form.floats).trim(),
          ...(differs(register, form.floats) && note !== '' && { opening_note: note }),
        };
      }),
    },
  });
}
