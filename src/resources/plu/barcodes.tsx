import { Check, Copy, TriangleAlert } from 'lucide-react';
import { useEffect, useRef, type KeyboardEvent, type ReactNode } from 'react';
import { pointerOf } from '@/core/contract/problem';
import { useBound } from '@/core/app/form/bound';
import { TextCell } from '@/core/app/form/cells';
import { controlAt } from '@/core/app/form/focus-field';
import { useRecord, useRecordStore, useValue } from '@/core/app/form/form-context';
import { textOf } from '@/core/app/form/number-text';
import { Section } from '@/core/app/form/section';
import { useTextOf } from '@/core/app/i18n';
import { isArray } from '@/core/app/record/json';
import { AddButton, Button } from '@/core/ui/button';
import { CellPlain } from '@/core/ui/cell';
import { Icon, type IconShape } from '@/core/ui/icon';
import { Link } from '@/core/ui/link';
import { SheetTable, type SheetColumn } from '@/core/ui/sheet-table';
import { codeOf, useTwins, type Twin } from './barcode-state';
import { gtinKind, gtinProblem } from './gtin';
import styles from './plu.module.css';
import { rowsOf, useRemoveColumn, type ListRow } from './rows';

const at: readonly string[] = ['data', 'barcodes'];

/** Every code a scanner may read. A scanner types and ends with Enter, which adds the next. */
export function Barcodes({ path }: { path: string }) {
  const say = useTextOf('plu');
  const store = useRecordStore();
  const id = useRecord((state) => textOf(state.base['id'])) || null;
  const rows = rowsOf(at, useValue(at));
  const codes = rows.map((row) => codeOf(row.value) ?? '');
  const twins = useTwins(codes, id);
  useBound({
    path: at,
    label: say('data.barcodes'),
    kind: 'choice',
    show: (value) => (isArray(value) ? value.map(textOf).join(', ') : textOf(value)),
  });
  const add = useAdd(rows.length);
  const isTwice = (code: string) => code !== '' && codes.indexOf(code) !== codes.lastIndexOf(code);
  const waiting = codes.filter(
    (code) => isTwice(code) || gtinProblem(code) || twins.get(code)?.length,
  ).length;

  const columns: SheetColumn<ListRow>[] = [
    {
      key: 'code',
      head: say('barcode.code'),
      width: 168,
      cell: (row) =>
        codeOf(row.value) === undefined ? (
          <CellPlain>{textOf(row.value)}</CellPlain>
        ) : (
          <TextCell
            path={row.path}
            label={say('barcode.code')}
            placeholder={say('barcode.scan')}
            dropEmpty
            codes
          />
        ),
    },
    {
      key: 'kind',
      head: say('barcode.kind'),
      width: 96,
      cell: (row) => <span className="muted">{kindOf(codeOf(row.value) ?? '', say)}</span>,
    },
    {
      key: 'state',
      head: say('barcode.state'),
      cell: (row) => {
        const code = codeOf(row.value) ?? '';
        return <State code={code} twice={isTwice(code)} twins={twins.get(code) ?? []} path={path} />;
      },
    },
    {
      key: 'correct',
      head: '',
      width: 96,
      align: 'right',
      cell: (row) => {
        const code = codeOf(row.value) ?? '';
        const wrong = gtinProblem(code);
        if (!wrong || store.readOnly) return null;
        return (
          <Button size="xs" onClick={() => store.set(row.path, code.slice(0, -1) + wrong.expected)}>
            {say('barcode.correct')}
          </Button>
        );
      },
    },
    ...useRemoveColumn((row) => textOf(row.value) || say('barcode.code')),
  ];
  const press = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.target instanceof HTMLInputElement)) return;
    event.preventDefault();
    if (event.target.value.trim() !== '') add();
  };
  return (
    <Section id="barcodes" attention={waiting > 0 ? say('barcode.waiting', { count: waiting }) : undefined}>
      <div className={styles.list}>
        {rows.length > 0 && (
          // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- Enter in any of its boxes
          <div onKeyDown={press}>
            <SheetTable
              edit
              label={say('data.barcodes')}
              columns={columns}
              rows={rows}
              rowKey={(_, index) => String(index)}
              minWidth={560}
            />
          </div>
        )}
        {!store.readOnly && <AddButton onClick={add}>{say('barcode.add')}</AddButton>}
      </div>
    </Section>
  );
}

/** Adds an empty row, or takes the one that is there, and goes to its box. */
function useAdd(count: number): () => void {
  const store = useRecordStore();
  const wanted = useRef<string>(undefined);
  useEffect(() => {
    const name = wanted.current;
    wanted.current = undefined;
    if (name) controlAt(name)?.focus();
  });
  return () => {
    const path = [...at, String(count)];
    wanted.current = pointerOf(path);
    store.append(at, '');
  };
}

function kindOf(code: string, say: (key: string) => string): string {
  const kind = gtinKind(code);
  if (kind === 'In-store 13') return say('barcode.inStore');
  return kind ?? (code === '' ? '' : say('barcode.own'));
}

function State(props: { code: string; twice: boolean; twins: readonly Twin[]; path: string }) {
  const { code, twice, twins, path } = props;
  const say = useTextOf('plu');
  const wrong = gtinProblem(code);
  const [twin] = twins;
  if (wrong)
    return <Line mark={waits(TriangleAlert)}>{say('barcode.shouldBe', { digit: wrong.expected })}</Line>;
  if (twice) return <Line mark={waits(Copy)}>{say('barcode.twice')}</Line>;
  if (twin)
    return (
      <Line mark={waits(Copy)}>
        {say('barcode.alsoOn')}{' '}
        <Link className="link" href={`${path}/${encodeURIComponent(twin.id)}`}>
          {twin.name}
        </Link>
      </Line>
    );
  if (gtinKind(code) === null) return null;
  return (
    <Line
      mark={
        <span className="ok">
          <Icon as={Check} size="s" />
        </span>
      }
    >
      {say('barcode.right')}
    </Line>
  );
}

const waits = (shape: IconShape) => (
  <span className="risk">
    <Icon as={shape} size="s" />
  </span>
);

const Line = ({ mark, children }: { mark: ReactNode; children: ReactNode }) => (
  <span className={styles.line}>
    {mark}
    <span className="cut">{children}</span>
  </span>
);
