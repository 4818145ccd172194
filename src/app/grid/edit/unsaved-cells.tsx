import { Button } from '@/ui/display/button';
import { FootBar } from '@/ui/layout/page';
import { usePageText, useText, useTextOf, defineTexts } from '../../i18n/i18n';
import type { Row } from '../../data/row';
import type { Screen, ScreenColumn } from '../../shell/screen';
import { cellKey, type CellEdits, type CellMark } from './cell-edits';
import { useFailureText } from './failure-text';
import { failureValues } from './use-cell-edits';
import { useCellText } from './use-editing';

/** Texts of the foot about cells that are not saved. */
const texts = defineTexts({
  en: {
    keepMine: 'Save {{value}} all the same',
    drop: 'Discard',
    takeTheirs: 'Leave it',
    more_one: 'and {{count, number}} more',
    more_other: 'and {{count, number}} more',
  },
  fi: {
    keepMine: 'Tallenna silti {{value}}',
    drop: 'Hylkää',
    takeTheirs: 'Jätä ennalleen',
    more_one: 'ja {{count, number}} muu',
    more_other: 'ja {{count, number}} muuta',
  },
});

/**
 * Bar below a list for a change that could not be saved: the reason, and the buttons to save it again or discard it.
 */
export function UnsavedCells(props: {
  screen: Screen;
  columns: readonly ScreenColumn[];
  edits: CellEdits;
  marks: ReadonlyMap<string, CellMark>;
  /** The records as they are now. */
  rows: ReadonlyMap<string, Row>;
  /** The key of the open cell, which shows its own error. */
  openCell: string | null;
}) {
  const { screen, columns, edits, marks, rows, openCell } = props;
  const say = useText();
  const sayHere = usePageText('grid/unsaved', texts);
  const label = useTextOf(screen.contract.name);
  const failureText = useFailureText();
  const textOf = useCellText(screen);
  const failed = [...marks.values()].filter(({ why }) => why !== null);
  const mark = failed.find(({ id, field }) => cellKey(id, field) !== openCell);
  const isConflict = mark?.why?.kind === 'conflict';
  const row = mark && rows.get(mark.id);
  const column = mark && columns.find(({ editing }) => editing?.field === mark.field);
  const now = isConflict && row && column ? `. ${say('cell.now', { now: textOf(row, column) })}` : '';
  const key = mark && cellKey(mark.id, mark.field);
  return (
    <>
      {mark && key !== undefined && (
        <FootBar label={say('cell.notSaved', failureValues(mark, label))}>
          <output>
            <b>{say('cell.notSaved', failureValues(mark, label))}</b>{' '}
            <span className="muted">
              {failureText(mark)}
              {now}
              {failed.length > 1 && ` (${sayHere('more', { count: failed.length - 1 })})`}
            </span>
          </output>
          <span className="grow" />
          {mark.why?.kind !== 'unchosen' && (
            <Button onClick={() => edits.retry(key)}>
              {isConflict ? sayHere('keepMine', { value: mark.typed }) : say('cell.retry')}
            </Button>
          )}
          <Button kind="quiet" onClick={() => edits.discard(key)}>
            {sayHere(isConflict ? 'takeTheirs' : 'drop')}
          </Button>
        </FootBar>
      )}
    </>
  );
}
