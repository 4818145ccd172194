import { useRef, type ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { Button } from '../display/button';

/**
 * Button below a table that shows more of its rows, with a note beside it. The focus goes to the first of them: the button moves
 * away below the new rows, and Tab would go on behind them.
 */
export function MoreRows(props: {
  className: string | undefined;
  /** Shows them; the table before this has them when it returns. */
  onMore: () => void;
  note: ReactNode;
  children: ReactNode;
}) {
  const { className, onMore, note, children } = props;
  const box = useRef<HTMLDivElement>(null);
  const rows = () => box.current?.parentElement?.querySelectorAll<HTMLElement>('tbody tr') ?? [];
  const show = () => {
    const { length } = rows();
    flushSync(onMore);
    const row = rows()[length];
    const within = row?.querySelector<HTMLElement>('a, button');
    if (row && !within) row.tabIndex = -1;
    (within ?? row)?.focus();
  };
  return (
    <div className={className} ref={box}>
      <Button onClick={show}>{children}</Button>
      <span className="muted">{note}</span>
    </div>
  );
}
