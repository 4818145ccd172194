import { useState, type ReactNode } from 'react';
import { Button } from '@/ui/display/button';
import { Facts } from '@/ui/display/facts';
import { SheetTable, type SheetCell } from '@/ui/tables/sheet-table';
import { noValue } from '../i18n/format';
import { useLazyTexts } from '../i18n/lazy-texts';
import { isArray, isNumber, isObject, jsonText, type Json, type JsonObject } from '@/record/json';
import { useFormat } from '../i18n/use-format';
import type { Format } from '../i18n/formats';
import { isIdentifier, isEmptyValue, isIdentifierKey, isQuantity, labelOf, layoutOf } from './shape';
import styles from './json-viewer.module.css';

/** Texts of the viewer around any value. */
const jsonViewerTexts = {
  en: {
    yes: 'yes',
    no: 'no',
    nothing: 'There is nothing in it.',
    value: 'Value',
    more: 'More',
    fields_one: '{{count, number}} field',
    fields_other: '{{count, number}} fields',
    rows_one: '{{count, number}} row',
    rows_other: '{{count, number}} rows',
    showMore_one: 'Show {{count, number}} more',
    showMore_other: 'Show {{count, number}} more',
  },
  fi: {
    yes: 'kyllä',
    no: 'ei',
    nothing: 'Siinä ei ole mitään.',
    value: 'Arvo',
    more: 'Muut',
    fields_one: '{{count, number}} kenttä',
    fields_other: '{{count, number}} kenttää',
    rows_one: '{{count, number}} rivi',
    rows_other: '{{count, number}} riviä',
    showMore_one: 'Näytä {{count, number}} lisää',
    showMore_other: 'Näytä {{count, number}} lisää',
  },
} as const;

/** Number of rows shown before the user asks for more. */
const initialRows = 100;

/** Below this depth values are shown as JSON text. */
const maxDepth = 5;

interface Parts {
  readonly value: Json | undefined;
  /** Label for assistive technology and above tables. */
  readonly label: string;
  /** Returns the label of a key; without one, the key is turned into words. */
  readonly nameOf?: ((key: string) => string | undefined) | undefined;
}

/**
 * Shows any JSON value in readable form (docs/design.md#6-servers-that-this-project-did-not-write): names and
 * values, tables of records, nested values collapsed. Shows every digit, and omits only empty values.
 */
export function JsonViewer(props: Parts) {
  return (
    <div className={styles.readable}>
      <Part {...props} depth={0} />
    </div>
  );
}

function Part({ value, label, nameOf, depth }: Parts & { depth: number }) {
  const say = useLazyTexts('json-viewer', jsonViewerTexts);
  const layout = layoutOf(value);
  if (layout.kind === 'nothing') return <p className="muted">{say('nothing')}</p>;
  if (depth > maxDepth) return <code className={styles.json}>{jsonText(value ?? null)}</code>;
  if (layout.kind === 'facts' && isObject(value))
    return <FactsPart value={value} {...layout} label={label} nameOf={nameOf} depth={depth} />;
  if (layout.kind === 'table' && isArray(value))
    return (
      <TablePart rows={value.filter(isObject)} {...layout} label={label} nameOf={nameOf} depth={depth} />
    );
  if (layout.kind === 'list' && isArray(value))
    return (
      <ol className={styles.list}>
        {value.map((item, index) => (
          <li key={index}>
            <Inline value={item} name="" nameOf={nameOf} depth={depth} />
          </li>
        ))}
      </ol>
    );
  return <Inline value={value} name={label} nameOf={nameOf} depth={depth} />;
}

function FactsPart(
  props: Omit<Parts, 'value'> & {
    value: JsonObject;
    facts: readonly string[];
    parts: readonly string[];
    depth: number;
  },
) {
  const { value, facts, parts, nameOf, depth } = props;
  const name = (key: string) => nameOf?.(key) ?? labelOf(key);
  const visible = facts.filter((key) => !isEmptyValue(value[key]));
  return (
    <>
      {visible.length > 0 && (
        <Facts
          facts={visible.map((key) => ({
            label: name(key),
            value: <Inline value={value[key]} name={key} nameOf={nameOf} depth={depth} isWide />,
          }))}
        />
      )}
      {parts.map((key) => (
        <section key={key} className={styles.part} aria-label={name(key)}>
          <p className={styles.title}>{name(key)}</p>
          <Part value={value[key]} label={name(key)} nameOf={nameOf} depth={depth + 1} />
        </section>
      ))}
    </>
  );
}

function TablePart(
  props: Omit<Parts, 'value'> & {
    rows: readonly JsonObject[];
    columns: readonly string[];
    rest: readonly string[];
    depth: number;
  },
) {
  const { rows, columns, rest, label, nameOf, depth } = props;
  const say = useLazyTexts('json-viewer', jsonViewerTexts);
  const [visibleRows, setVisibleRows] = useState(initialRows);
  const visible = rows.slice(0, visibleRows);
  const isRight = (key: string) => rows.every((row) => isEmptyValue(row[key]) || isQuantity(row[key]));
  const restOf = (row: JsonObject): JsonObject =>
    Object.fromEntries(
      Object.entries(row).filter(([key, value]) => rest.includes(key) && !isEmptyValue(value)),
    );
  return (
    <>
      <SheetTable
        label={label}
        rows={visible}
        rowKey={(_, index) => String(index)}
        minWidth={Math.min(columns.length, 12) * 96}
        columns={[
          ...columns.map((key) => ({
            id: key,
            header: () => nameOf?.(key) ?? labelOf(key),
            meta: { align: isRight(key) && !isIdentifierKey(key) ? ('right' as const) : undefined },
            cell: ({ row: { original: row } }: SheetCell<JsonObject>) => (
              <Inline value={row[key]} name={key} nameOf={nameOf} depth={depth + 1} />
            ),
          })),
          ...(rest.length > 0
            ? [
                {
                  id: ' rest',
                  header: () => say('more'),
                  cell: ({ row: { original: row } }: SheetCell<JsonObject>) => (
                    <Inline value={restOf(row)} name="" nameOf={nameOf} depth={depth + 1} />
                  ),
                },
              ]
            : []),
        ]}
      />
      {rows.length > visibleRows && (
        <div className={styles.more}>
          <Button size="sm" onClick={() => setVisibleRows(visibleRows + 5 * initialRows)}>
            {say('showMore', { count: Math.min(rows.length - visibleRows, 5 * initialRows) })}
          </Button>
        </div>
      )}
    </>
  );
}

/** A value within a line; objects and arrays are collapsed, and expand in place. */
function Inline(props: {
  value: Json | undefined;
  name: string;
  nameOf: Parts['nameOf'];
  depth: number;
  /** There is enough width for a whole GUID. */
  isWide?: boolean;
}): ReactNode {
  const { value, name, nameOf, depth, isWide } = props;
  const say = useLazyTexts('json-viewer', jsonViewerTexts);
  const format = useFormat();
  if (isEmptyValue(value)) return noValue;
  if (isArray(value) && value.every((item) => !isArray(item) && !isObject(item)))
    return value.map((item) => formatValue(item, name, format, say)).join(', ');
  if (isArray(value) || isObject(value)) {
    const count = isArray(value) ? value.length : Object.keys(value).length;
    return (
      <details className={styles.folded}>
        <summary>{say(isArray(value) ? 'rows' : 'fields', { count })}</summary>
        <Part value={value} label={labelOf(name)} nameOf={nameOf} depth={depth + 1} />
      </details>
    );
  }
  const text = formatValue(value, name, format, say);
  if (isIdentifier(value))
    return (
      <code title={text} className={styles.id}>
        {isWide ? text : `${text.slice(0, 8)}…`}
      </code>
    );
  return text;
}

function formatValue(
  value: Json | undefined,
  name: string,
  format: Format,
  say: (key: string) => string,
): string {
  if (isEmptyValue(value)) return noValue;
  if (typeof value === 'boolean') return say(value ? 'yes' : 'no');
  if (isNumber(value)) return isIdentifierKey(name) ? value.value : formatDigits(value.value, format);
  if (typeof value !== 'string') return jsonText(value ?? null);
  if (/^\d{4}-\d\d-\d\dT\d\d:\d\d/.test(value)) return formattedOr(format.moment(value), value);
  if (/^\d{4}-\d\d-\d\d$/.test(value)) return formattedOr(format.day(value), value);
  return isQuantity(value) ? formatDigits(value, format) : value;
}

const formatDigits = (text: string, format: Format): string => formattedOr(format.decimal(text), text);

/** Returns the formatted text, or the original if it could not be formatted. */
const formattedOr = (better: string, text: string): string => (better === noValue ? text : better);
