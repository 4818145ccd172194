import { useEffect, useLayoutEffect, useMemo, useRef } from 'react';
import { onPrinting, useIsPrinting } from '../../ui/style/printing';
import { controlAt } from './engine/focus';
import type { RecordForm } from './engine/use-record-form';

const scroller = () => document.querySelector('[data-scroll]:has(form[data-record])');

/**
 * Returns the form as paper shows it: plain values instead of controls, whole and without what only a screen has. When
 * it is printed, the page is where it was, with the focus in the same field.
 */
export function useFormOnPaper(form: RecordForm): RecordForm {
  const before = useRef<{ field: string; scroll: number } | null>(null);
  // Before the effect of `useIsPrinting`, which takes the controls away.
  useEffect(() => {
    const remember = () => {
      const { activeElement: active } = document;
      const field = active?.closest('form[data-record]') ? (active.getAttribute('name') ?? '') : '';
      before.current ??= { field, scroll: scroller()?.scrollTop ?? 0 };
    };
    return onPrinting(remember, () => {});
  }, []);
  const isPrinting = useIsPrinting();
  useLayoutEffect(() => {
    if (isPrinting || before.current === null) return;
    const { field, scroll } = before.current;
    before.current = null;
    if (field !== '') controlAt(field)?.focus({ preventScroll: true });
    scroller()?.scrollTo(0, scroll);
  }, [isPrinting]);
  return useMemo(
    () => (isPrinting && !form.readOnly ? { ...form, readOnly: true } : form),
    [isPrinting, form],
  );
}
