import type { SignedIn } from '@/core/app/session/session';
import { changeDay, type DayShown } from './change-day';

/**
 * Marks a closed day as exported with its voucher number (docs/design.md#7-resources-and-fields); throws the errors of
 * `changeDay`.
 */
export const markExported = (
  signedIn: Pick<SignedIn, 'client' | 'me'>,
  day: DayShown,
  voucher_num: string,
): Promise<void> =>
  changeDay(signedIn, day, () => ({ fields: { status: 'exported' }, data: { voucher_num } }));
