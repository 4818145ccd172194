import { usePageText, type SayOf } from '@/app/i18n/i18n';
import { useApp } from '@/app/shell/app-context';
import { monthTexts } from '../screen/month-texts';
import { settleKinds, type MonthSettle } from '../schema';

/** What stands against a lock, as far as a text counts it. */
export type Waiting = Pick<MonthSettle, 'settle' | 'questions'>;

/**
 * Returns what a month waits for: "3 to settle: 2 missing, 1 open", "Ready to lock, 1 question open"; empty if it is nothing.
 *
 * @param say the texts of months (screen/month-texts.ts)
 * @param ready what is said of a month with nothing to settle (`useReadyText`)
 */
export function waitsText({ settle, questions }: Waiting, say: SayOf, ready: string): string {
  const kinds = settleKinds.flatMap((kind) => {
    const count = settle.filter((item) => item.kind === kind).length;
    return count === 0 ? [] : [say(`waits.${kind}`, { count })];
  });
  const asked = questions.length === 0 ? [] : [say('waits.questions', { count: questions.length })];
  if (kinds.length === 0) return asked.length === 0 ? '' : [ready, ...asked].join(', ');
  return say('waits.settle', { count: settle.length, what: [...kinds, ...asked].join(', ') });
}

/**
 * Returns what is said of a month with nothing to settle: that it is ready to be locked, or to who holds some locations, and sees nothing of
 * the others, that these are.
 */
export function useReadyText(): string {
  const say = usePageText('businessday/month', monthTexts);
  return say(useApp().current.me?.locations ? 'readyHere' : 'ready');
}
