import { Check, Copy, TriangleAlert } from 'lucide-react';
import { useEffect, useRef, type KeyboardEvent, type ReactNode } from 'react';
import { pointerOf } from '@/contract/pointer';
import { useRecordField, type RecordField } from '@/app/form/engine/use-record-field';
import { controlAt } from '@/app/form/engine/focus';
import { useRecord, useRecordContext } from '@/app/form/engine/record-context';
import { useFormText } from '@/app/form/texts';
import { textOf } from '@/app/form/engine/number-text';
import { Section } from '@/app/form/section';
import { useTextOf } from '@/app/i18n/i18n';
import { isArray, valueAt, type Json } from '@/record/json';
import { AddButton, Button } from '@/ui/display/button';
import { afterPress } from '@/ui/state/after-press';
import { CellPlain, CellText } from '@/ui/tables/cell';
import { Icon, type IconShape } from '@/ui/display/icon';
import { Link } from '@/ui/layout/link';
import { SheetTable, type SheetColumn } from '@/ui/tables/sheet-table';
import { codeOf, useDuplicateBarcodes, type DuplicateBarcode } from './barcode-state';
import { gtinKind, gtinProblem } from './gtin';
import styles from './plu.module.css';
import { useRemoveColumn } from '@/app/form/fields/remove-column';
import { gtinKey } from '@/record/gtin';

const at: readonly string[] = ['data', 'barcodes'];

interface Row {
  readonly index: number;
  readonly value: Json;
}

/** Table of the product's barcodes. A barcode scanner types a code and presses Enter, which adds the next row. */
export function Barcodes({ path }: { path: string }) {
  const say = useTextOf('plu');
  const form = useRecordContext();
  const id = useRecord((state) => textOf(state.base['id'])) || null;
  const field = useRecordField({
    path: at,
    label: say('data.barcodes'),
    kind: 'choice',
    show: (value) => (isArray(value) ? value.map(textOf).join(', ') : textOf(value)),
  });
  const list = isArray(field.value) ? field.value : [];
  const rows = list.map((value, index): Row => ({ index, value }));
  const put = (index: number, code: string) => field.set(list.map((old, at) => (at === index ? code : old)));
  const remove = ({ index }: Row) => field.set(list.filter((_, at) => at !== index));
  const codes = rows.map((row) => codeOf(row.value) ?? '');
  const twins = useDuplicateBarcodes(codes, id);
  const add = useAddRow(rows.length, () => field.set([...list, '']));
  const keys = codes.map(gtinKey);
  const isTwice = (code: string) =>
    code !== '' && keys.indexOf(gtinKey(code)) !== keys.lastIndexOf(gtinKey(code));
  const waiting = codes.filter(
    (code) => isTwice(code) || gtinProblem(code) || twins.get(code)?.length,
  ).length;

  const columns: SheetColumn<Row>[] = [
    {
      id: 'code',
      header: () => say('barcode.code'),
      meta: { width: 168 },
      cell: ({ row: { original: row } }) =>
        codeOf(row.value) === undefined ? (
          <CellPlain>{textOf(row.value)}</CellPlain>
        ) : (
          <CodeCell
            field={field}
            index={row.index}
            onChange={(code) => put(row.index, code)}
            onEmpty={() => remove(row)}
          />
        ),
    },
    {
      id: 'kind',
      header: () => say('barcode.kind'),
      meta: { width: 96 },
      cell: ({ row: { original: row } }) => (
        <span className="muted">{kindOf(codeOf(row.value) ?? '', say)}</span>
      ),
    },
    {
      id: 'state',
      header: () => say('barcode.state'),
      cell: ({ row: { original: row } }) => {
        const code = codeOf(row.value) ?? '';
        return <State code={code} twice={isTwice(code)} twins={twins.get(code) ?? []} path={path} />;
      },
    },
    {
      id: 'correct',
      header: () => '',
      meta: { width: 96, align: 'right' },
      cell: ({ row: { original: row } }) => {
        const code = codeOf(row.value) ?? '';
        const wrong = gtinProblem(code);
        if (!wrong || form.readOnly) return null;
        return (
          <Button size="xs" onClick={() => put(row.index, code.slice(0, -1) + wrong.expected)}>
            {say('barcode.correct')}
          </Button>
        );
      },
    },
    ...useRemoveColumn((row: Row) => textOf(row.value) || say('barcode.code'), remove),
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
        {!form.readOnly && <AddButton onClick={add}>{say('barcode.add')}</AddButton>}
      </div>
    </Section>
  );
}

/** Text cell of one barcode. All barcodes are one form field: React Hook Form has no field arrays of plain text. */
function CodeCell(props: {
  field: RecordField;
  index: number;
  onChange: (code: string) => void;
  onEmpty: () => void;
}) {
  const { field, index, onChange, onEmpty } = props;
  const say = useTextOf('plu');
  const core = useFormText();
  const place = [...at, String(index)];
  const code = textOf(valueAt(field.value, [String(index)]));
  const savedText = useRecord(({ base }) => textOf(valueAt(base, place)));
  const isNew = useRecord((state) => state.isNew);
  if (field.readOnly) return code;
  const changed = !isNew && savedText !== code;
  return (
    <CellText
      codes
      label={say('barcode.code')}
      placeholder={say('barcode.scan')}
      name={pointerOf(place)}
      error={field.errorAt(place)}
      changed={changed}
      was={changed ? (savedText === '' ? core('wasEmpty') : core('was', { value: savedText })) : undefined}
      value={code}
      onChange={onChange}
      onBlur={() => (code.trim() === '' ? afterPress(onEmpty) : field.blur())}
    />
  );
}

/** Returns a function that adds an empty row and moves the focus to it. */
function useAddRow(count: number, append: () => void): () => void {
  const placeToFocus = useRef<string>(undefined);
  useEffect(() => {
    const name = placeToFocus.current;
    placeToFocus.current = undefined;
    if (name) controlAt(name)?.focus();
  });
  return () => {
    placeToFocus.current = pointerOf([...at, count]);
    append();
  };
}

function kindOf(code: string, say: (key: string) => string): string {
  const kind = gtinKind(code);
  if (kind === 'In-store 13') return say('barcode.inStore');
  return kind ?? (code === '' ? '' : say('barcode.own'));
}

function State(props: { code: string; twice: boolean; twins: readonly DuplicateBarcode[]; path: string }) {
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
