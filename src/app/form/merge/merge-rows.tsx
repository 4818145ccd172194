import type { ReactNode } from 'react';
import { pointerOf } from '@/contract/pointer';
import { CellDecimal, CellText } from '@/ui/tables/cell';
import { cx } from '@/ui/style/cx';
import { Radio } from '@/ui/fields/choices/choice';
import { isNumber, sameValue, type Json } from '@/record/json';
import { listChange, type MergedChange, type ResolvedChange } from '@/record/merge';
import { diffWords } from '@/record/words';
import type { Describer } from '../engine/describe';
import { useFormText } from '../texts';
import type { Choice, DecidedMerge } from './merge-choices';
import styles from './merge.module.css';
import { textOf, toNumber } from '../engine/number-text';

type Conflict = DecidedMerge['conflicts'][number];

/** A value that both changed: mine or theirs by a radio button, or another one typed in. */
export function ConflictRow(props: {
  conflict: Conflict;
  describe: Describer;
  onChoose: (choice: Choice) => void;
}) {
  const { conflict, describe, onChoose } = props;
  const { path, was, mine, theirs, choice } = conflict;
  const say = useFormText();
  const label = describe.label(path);
  const read = (value: Json | undefined) => readable(describe, conflict, value, say('empty'));
  const pick = (from: 'mine' | 'theirs', value: Json | undefined, name: string) => (
    <Radio
      className={styles.pick}
      name={`merge${pointerOf(path)}`}
      checked={choice?.from === from}
      aria-label={name}
      onChange={() => onChoose({ from, value, mine })}
      label={<span className={styles.text}>{markDifferences(read(was), read(value), styles.new)}</span>}
    />
  );
  return (
    <tr className={styles.ask} data-open={choice === undefined || undefined}>
      <th scope="row">{label}</th>
      <td className={cx(styles.was, styles.text)}>
        {markDifferences(read(mine), read(was), styles.old, read(theirs))}
      </td>
      <td className={styles.cell}>{pick('mine', mine, say('merge.takeYours', { label }))}</td>
      <td className={styles.cell}>{pick('theirs', theirs, say('merge.takeTheirs', { label }))}</td>
      <td className={styles.result} data-wait={choice === undefined || undefined}>
        <Result conflict={conflict} describe={describe} label={label} onChoose={onChoose} />
      </td>
    </tr>
  );
}

function Result(props: {
  conflict: Conflict;
  describe: Describer;
  label: string;
  onChoose: (choice: Choice) => void;
}) {
  const { conflict, describe, label, onChoose } = props;
  const { path, was, mine, theirs, choice } = conflict;
  const say = useFormText();
  const sides = [was, mine, theirs];
  const isTypeable =
    describe.kind(path) !== 'choice' &&
    sides.every((side) => side === undefined || side === null || typeof side === 'string' || isNumber(side));
  if (!isTypeable)
    return choice ? (
      <b className={styles.text}>{readable(describe, conflict, choice.value, say('empty'))}</b>
    ) : (
      <span className={styles.wait}>{say('merge.choose')}</span>
    );
  const numeric = sides.some(isNumber);
  const shown = {
    label: say('merge.resultOf', { label }),
    placeholder: say('merge.choose'),
    value: textOf(choice?.value),
  };
  const type = (text: string) =>
    onChoose({ from: 'typed', value: numeric && text !== '' ? toNumber(text) : text, mine });
  if (numeric || describe.kind(path) === 'number') return <CellDecimal {...shown} onChange={type} />;
  const isLong = sides.some((side) => textOf(side).length > 40 || textOf(side).includes('\n'));
  if (!isLong) return <CellText {...shown} onChange={type} />;
  return (
    <textarea
      className={styles.long}
      aria-label={shown.label}
      placeholder={shown.placeholder}
      value={shown.value}
      rows={choice ? 3 : 1}
      onChange={(event) => type(event.target.value)}
    />
  );
}

/** A change without a conflict. */
export function ResolvedRow({ change, describe }: { change: ResolvedChange; describe: Describer }) {
  const say = useFormText();
  const { path, was, mine, theirs, result } = change;
  const read = (value: Json | undefined) => readable(describe, change, value, say('empty'));
  const side = (value: Json | undefined): ReactNode => {
    if (sameValue(was, value)) return <span className="muted">{say('merge.unchanged')}</span>;
    const list = listChange(was, value);
    if (!list || !sameValue(mine, theirs)) {
      if (value === undefined) return <b>{say('merge.removed')}</b>;
    }
    if (list && list.added.length + list.removed.length > 0)
      return (
        <b>
          {[
            ...list.added.map((item) => `+ ${read([item])}`),
            ...list.removed.map((item) => `− ${read([item])}`),
          ].join(', ')}
        </b>
      );
    return <b>{read(value)}</b>;
  };
  return (
    <tr>
      <th scope="row">{describe.label(path)}</th>
      <td className={cx(styles.was, styles.text)}>{read(was)}</td>
      <td className={styles.text}>{side(mine)}</td>
      <td className={styles.text}>{side(theirs)}</td>
      <td className={styles.result}>
        <b className={styles.text}>{read(result)}</b>
      </td>
    </tr>
  );
}

const readable = (describe: Describer, { path }: MergedChange, value: Json | undefined, empty: string) =>
  describe.value(path, value) || empty;

/** Marks the words of a text that differ, if enough of the words are equal. */
function markDifferences(from: string, text: string, name: string | undefined, other?: string): ReactNode {
  const pieces = diffWords(from, text);
  const others = other === undefined ? [] : diffWords(other, text);
  const same = pieces.filter((piece) => !piece.changed).reduce((sum, piece) => sum + piece.text.length, 0);
  if (same < text.length / 3) return text;
  if (pieces.every((piece) => !piece.changed) && others.length > 0)
    return markDifferences(other ?? from, text, name);
  return pieces.map((piece, index) =>
    piece.changed ? (
      <mark key={index} className={name}>
        {piece.text}
      </mark>
    ) : (
      piece.text
    ),
  );
}
