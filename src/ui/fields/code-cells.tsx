import { useEffect, useRef, useState, type Ref, type SyntheticEvent } from 'react';
import { useMergedRef } from '@mantine/hooks';
import { Field, type FieldProps } from './field';
import { cx } from '../style/cx';
import styles from './code-cells.module.css';

const length = 6;
const cells = [0, 1, 2, 3, 4, 5] as const;

/** Returns the digits of what was typed, pasted or filled in, six at most: blanks and hyphens count for nothing. */
const digitsOf = (typed: string): string => typed.replaceAll(/\D/g, '').slice(0, length);

/**
 * Field for a code of six digits. It is one input, so that browsers fill it in, screen readers name it once and everything
 * pasted arrives; its digits are drawn in six cells. `onComplete` is called with the code when the sixth digit comes, not
 * for each digit that is typed over in a full code. With a new `error` the digits stay and are selected.
 */
export function CodeCells(
  props: FieldProps<string> & {
    onComplete: (code: string) => void;
    autoFocus?: boolean;
    /** The cells share the width and the page says what they are, as that of the sign-in does. */
    wide?: boolean;
    ref?: Ref<HTMLInputElement> | undefined;
  },
) {
  const { value, onChange, onBlur, onComplete, autoFocus, wide, ref, ...frame } = props;
  const input = useRef<HTMLInputElement>(null);
  const merged = useMergedRef(input, ref);
  const [selection, setSelection] = useState<readonly [number, number] | null>(null);
  const isWrong = frame.error !== undefined;
  useEffect(() => {
    if (!isWrong) return;
    input.current?.focus();
    input.current?.select();
    // React hears of a selection that a person makes, not of this one.
    // eslint-disable-next-line react/set-state-in-effect
    setSelection([0, input.current?.value.length ?? 0]);
  }, [isWrong]);
  const follow = ({
    currentTarget: { selectionStart: from, selectionEnd: to },
  }: SyntheticEvent<HTMLInputElement>) => setSelection([from ?? 0, to ?? 0]);
  const change = (typed: string, caret: number | null, isKey: boolean) => {
    const all = typed.replaceAll(/\D/g, '');
    const isFull = value.length === length;
    // A digit typed into a full code takes the place of the one after the caret.
    const isOver = isKey && isFull && all.length > length && caret !== null;
    const next = digitsOf(isOver ? all.slice(0, caret) + all.slice(caret + 1) : typed);
    onChange(next);
    // The new value would put the caret at the end.
    if (isOver) queueMicrotask(() => input.current?.setSelectionRange(caret, caret));
    // Some browsers fill a code in as if it were typed: it is whole all the same.
    const isOneTyped = isKey && isFull && cells.filter((at) => next[at] !== value[at]).length <= 1;
    if (next.length === length && !isOneTyped) onComplete(next);
  };
  const [from, to] = selection ?? [-1, -1];
  return (
    <div className={wide ? styles.unlabelled : undefined}>
      <Field frame={frame} plain={value}>
        {(control) => (
          <div className={cx(styles.code, wide && styles.wide)}>
            <input
              {...control}
              ref={merged}
              className={styles.input}
              type="text"
              inputMode="numeric"
              autoComplete="one-time-code"
              spellCheck={false}
              // eslint-disable-next-line jsx-a11y/no-autofocus -- the dialog or page is this one field
              autoFocus={autoFocus}
              value={value}
              onSelect={follow}
              onFocus={follow}
              onBlur={() => {
                setSelection(null);
                onBlur?.();
              }}
              onChange={({ target, nativeEvent }) =>
                change(
                  target.value,
                  target.selectionStart,
                  nativeEvent instanceof InputEvent && nativeEvent.inputType === 'insertText',
                )
              }
            />
            <div className={styles.cells} aria-hidden="true">
              {cells.map((at) => {
                const isActive = from === to && at === Math.min(from, length - 1);
                return (
                  <span
                    key={at}
                    className={cx(
                      isActive && styles.active,
                      at >= from && at < to && styles.selected,
                      isWrong && styles.wrong,
                    )}
                  >
                    {value[at] ?? (isActive && <i />)}
                  </span>
                );
              })}
            </div>
          </div>
        )}
      </Field>
    </div>
  );
}
