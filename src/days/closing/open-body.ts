import { decimalOf } from '@/app/i18n/format';
import { isDay } from '@/ui/fields/dates/day-text';
import { isAmount } from './count';
import type { Opening } from './opening';

/** The typed float of a register; until something is typed, the last counted cash is its value. */
export interface Float {
  readonly amount?: string | undefined;
  readonly note?: string | undefined;
}

/** The form values for opening a day. */
export interface OpenForm {
  readonly location_id: string;
  readonly date: string;
  readonly floats: Readonly<Record<string, Float>>;
}

/** Returns the float of a register as it will be sent. */
export const floatOf = ({ pos_id, before }: Opening, floats: OpenForm['floats']): string =>
  floats[pos_id]?.amount ?? before?.counted ?? '';

/** Whether a float differs from the last counted cash. */
export function differs(register: Opening, floats: OpenForm['floats']): boolean {
  const float = decimalOf(floatOf(register, floats).trim());
  const before = decimalOf(register.before?.counted);
  return float !== null && before !== null && !float.eq(before);
}

/**
 * Returns the text keys of the form's errors, by field, or by register id. `scale`: the decimals of the location's
 * currency.
 */
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
 * Returns the request body of the new day (docs/interface.md#44-create-or-upsert); `data` names who opens it. `second`: the
 * user has confirmed a second day of the same location and date.
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
