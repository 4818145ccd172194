import { useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useUiStrings } from '@/ui/display/ui-strings';
import { noValue } from '../../i18n/format';
import { addTexts, usePageText, useText, useTextOf } from '../../i18n/i18n';
import { useFormat } from '../../i18n/use-format';
import { checkContext } from '../../form/checks/use-record-checks';
import { texts as formTexts } from '../../form/texts';
import { useApp } from '../../shell/app-context';
import { fieldOf, type CellEditing, type Screen, type ScreenColumn } from '../../shell/screen';
import { checkCell } from '../edit/check-cell';
import type { CellValue } from '../edit/cell-edits';
import { cellProblem, refusalText } from '../edit/write-cell';
import { plain } from '../rows/cell';
import type { CheckValue } from './plan';
import type { ClipboardCell } from './reading/read-number';
import type { ReadContext } from './reading/read-value';
import { texts } from './texts';
import { cellValue } from '../edit/cell-edits';

/** How cells are read, checked and written in one list, by the rules of single edits. */
export interface SheetReading {
  readonly read: ReadContext;
  /** Returns the check of values. `isThorough`: asks about doubtful values, too. */
  readonly checker: (isThorough: boolean) => Promise<CheckValue>;
  /** Returns a value as the list shows it. */
  readonly textOf: (column: ScreenColumn, value: CellValue) => string;
  /** Returns a value as it is put on the clipboard. */
  readonly clipOf: (column: ScreenColumn, value: CellValue) => ClipboardCell;
}

/** Returns how the cells of a list are read and written. */
export function useSheetReading(screen: Screen): SheetReading {
  const { contract } = screen;
  const { current, source, screens, recordLabels } = useApp();
  const queries = useQueryClient();
  const { i18n } = useTranslation();
  const format = useFormat();
  const separator = useUiStrings().decimalSeparator;
  const sayCore = useText();
  const say = usePageText('grid/sheet', texts);
  const label = useTextOf(contract.name);
  const sayForm = useTextOf('form');
  const found = useRef(new Map<string, Promise<readonly string[]>>());

  const targetOf = ({ field }: CellEditing) => screens[contract.fields[field]?.references ?? ''];

  /** Finds records by name or code, exactly: nothing is guessed. */
  const find = async (editing: CellEditing, text: string): Promise<readonly string[]> => {
    const target = targetOf(editing);
    if (!target) return [];
    const key = `${target.contract.name}/${text}`;
    const lookUp = async () => {
      const query = { q: text, sort: '', active: 'active', filters: {} } as const;
      const { rows } = await source.page(target.contract, query, 0);
      const same = (value: unknown) => plain(value).toLocaleLowerCase() === text.toLocaleLowerCase();
      return rows
        .filter(
          (row) =>
            row.id === text ||
            same(row['name']) ||
            (target.code !== undefined && same(fieldOf(row, target.code))),
        )
        .map(({ id }) => id);
    };
    const looking = found.current.get(key) ?? lookUp();
    found.current.set(key, looking);
    // Another attempt asks again.
    looking.catch(() => found.current.delete(key));
    return looking;
  };

  const textOf = (column: ScreenColumn, value: CellValue): string => {
    const { editing, as } = column;
    if (value === null || value === '') return noValue;
    if (editing?.kind === 'flag') return sayCore(value === true ? 'list.yes' : 'list.no');
    if (editing?.kind === 'decimal')
      return as === 'money' || editing.isNumber
        ? format.of(editing.currency).money(value)
        : format.decimal(value);
    if (editing?.kind !== 'reference') return String(value);
    const target = targetOf(editing);
    const record = target && typeof value === 'string' ? recordLabels.get(target.contract, value) : undefined;
    return record ? plain(record['name']) : noValue;
  };

  return {
    read: {
      separator,
      units: [format.currency, format.code],
      yes: [...words(say('yes')), 'yes', 'true'],
      no: [...words(say('no')), 'no', 'false'],
      find,
    },
    async checker(isThorough) {
      addTexts(i18n, 'form', { texts: formTexts });
      const loaded = await screen.checks?.();
      if (loaded) addTexts(i18n, contract.name, loaded);
      return async (row, editing, value) => {
        // A cleared field: its empty value is null, or an empty text where the contract has no null.
        const change = { ...editing, value };
        const problem = cellProblem(contract, change, cellValue(row, editing.field));
        if (problem) {
          const text = refusalText(problem, change, { say: sayForm, separator });
          return { text, isDoubt: false };
        }
        if (!loaded) return null;
        const checks = isThorough ? loaded.checks : { wrong: loaded.checks.wrong };
        const context = checkContext({ source, queries, format, me: current.me }, contract, row.id);
        return checkCell(checks as typeof loaded.checks, row, change, context, label).catch(() => null);
      };
    },
    textOf,
    clipOf(column, value) {
      const text = textOf(column, value);
      const shown = text === noValue ? '' : text.replace(/^−(?=\d)/, '-');
      return column.editing?.kind === 'decimal' && typeof value === 'string'
        ? { text: shown, exact: value }
        : { text: shown };
    },
  };
}

const words = (list: string): string[] => list.split(',').map((word) => word.trim().toLowerCase());
