import { MutationObserver, type QueryClient } from '@tanstack/react-query';
import type { i18n as I18n } from 'i18next';
import { toast } from '@/ui/overlays/toast-store';
import { checkContext } from '../../form/checks/use-record-checks';
import type { RowPage, RowSource } from '../../data/row-source';
import type { Row } from '../../data/row';
import { addTexts, type Say, type SayOf } from '../../i18n/i18n';
import type { Format } from '../../i18n/formats';
import type { SignedIn } from '../../session/session';
import type { Screen } from '../../shell/screen';
import { cellKey, savedToast, type CellChange, type ChangeKind, type WriteResult } from './cell-edits';
import { checkCell } from './check-cell';
import { texts, updatePages, writeCell } from './write-cell';

/** The list whose cells are stored, as it is when one is. */
export interface CellsOf {
  readonly screen: Screen;
  readonly current: SignedIn;
  readonly source: RowSource;
  readonly format: Format;
  readonly queries: QueryClient;
  readonly i18n: I18n;
  readonly say: Say;
  readonly label: SayOf;
  /** Looks up a text that all forms share. */
  readonly sayForm: SayOf;
  readonly separator: '.' | ',';
  /** The doubts that were asked about before. */
  readonly asked: Set<string>;
}

/** Checks and stores the change of a cell; what is doubtful is refused once. */
export async function storeCell(
  list: CellsOf,
  row: Row,
  change: CellChange,
  kind: ChangeKind,
): Promise<WriteResult> {
  const { screen, current, queries, i18n, sayForm, separator } = list;
  const { client, server } = current;
  const { contract } = screen;
  addTexts(i18n, 'form', { texts });
  // What was stored before is put back without a question.
  const found = kind === 'edit' ? await check(list, row, change) : null;
  if (found) return { kind: 'refused', text: found };
  // A mutation, so that cached queries of the resource are invalidated.
  const mutation = new MutationObserver(queries, {
    mutationKey: [contract.name, 'cell'],
    mutationFn: () => writeCell({ client, resource: contract, server, say: sayForm, separator }, row, change),
  });
  return mutation.mutate();
}

/** Shows what was stored in the cached pages and, where the list is still `isHere`, in a toast. */
export function showStored(
  { screen, queries, say, label }: CellsOf,
  stored: { row: Row; change: CellChange; kind: ChangeKind; deviations: readonly string[] },
  { isHere, onUndo }: { isHere: boolean; onUndo: () => void },
): void {
  const { row, change, kind, deviations } = stored;
  updatePages(
    queries.getQueriesData<RowPage>({ queryKey: [screen.contract.name, 'page'] }),
    row,
    (key, page) => queries.setQueryData(key, page),
  );
  if (deviations.length > 0)
    toast.failed({
      title: say('cell.savedUnlike', { name: change.name }),
      detail: deviations.map((field) => label(field)).join(', '),
      action: { label: say('part.close'), onClick: () => {} },
    });
  if (!isHere || deviations.length > 0) return;
  const isUndo = kind === 'undo';
  const title = say(isUndo ? 'cell.undone' : 'cell.saved', { name: change.name });
  const undo = { label: say('bulk.undo'), onClick: onUndo };
  toast.saved({ id: savedToast, title, action: isUndo ? undefined : undo });
}

/** Returns what is wrong with a value, or doubtful and not asked about before. */
async function check(list: CellsOf, row: Row, change: CellChange): Promise<string | null> {
  const { screen, current, source, format, queries, i18n, say, label, asked } = list;
  const loaded = await screen.checks?.();
  if (!loaded) return null;
  addTexts(i18n, screen.contract.name, loaded);
  const context = checkContext({ source, queries, format, me: current.me }, screen.contract, row.id);
  // What cannot be looked up now is not asked about: the save itself says what fails.
  const found = await checkCell(loaded.checks, row, change, context, label).catch(() => null);
  const question = `${cellKey(change.id, change.field)}/${String(change.value)}/${found?.text}`;
  if (!found || (found.isDoubt && asked.has(question))) return null;
  asked.add(question);
  return found.isDoubt ? `${found.text} ${say('cell.again')}` : found.text;
}
