import { useElementSize, useMergedRef } from '@mantine/hooks';
import { useLayoutEffect, useRef, useState } from 'react';

/**
 * Makes a line fit its width in steps: returns the first step, from 0 to `last`, at which the element does not
 * overflow, with the reference for the element. It begins again at 0 when its width changes or `content`, a text that stands for what it shows.
 */
export function useFit(last: number, content: string) {
  const element = useRef<HTMLDivElement>(null);
  const size = useElementSize();
  const ref = useMergedRef(element, size.ref);
  const line = `${Math.round(size.width)} ${content}`;
  const [at, setAt] = useState({ line, step: 0 });
  const step = at.line === line ? at.step : 0;
  useLayoutEffect(() => {
    if (step < last && element.current && overflows(element.current)) setAt({ line, step: step + 1 });
  }, [line, step, last]);
  return [ref, step] as const;
}

/** Whether the last child reaches beyond the padding: the browser counts only what reaches beyond the element. */
function overflows(element: HTMLElement): boolean {
  const end = element.lastElementChild?.getBoundingClientRect().right ?? 0;
  const room = element.getBoundingClientRect().right - parseFloat(getComputedStyle(element).paddingRight);
  return end > room + 0.5;
}
