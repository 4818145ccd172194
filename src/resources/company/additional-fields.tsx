import { useState } from 'react';
import { newGuid } from '@/app/data/new-guid';
import { SelectCell, TextCell, useCell } from '@/app/form/fields/cells';
import { useRemoveColumn } from '@/app/form/fields/remove-column';
import { useRecordContext, useRecordValue } from '@/app/form/engine/record-context';
import type { FieldPath } from '@/app/form/engine/form-values';
import { useRecordList, type ListRow } from '@/app/form/engine/use-record-list';
import { textOf } from '@/app/form/engine/number-text';
import { useTextOf } from '@/app/i18n/i18n';
import { isArray, isObject, jsonText, valueAt, type Json } from '@/record/json';
import { AddButton } from '@/ui/display/button';
import { CellText } from '@/ui/tables/cell';
import { SheetTable, type SheetColumn } from '@/ui/tables/sheet-table';
import styles from './company.module.css';

const at: readonly string[] = ['data', 'additional_fields'];

/** The resources for which a company can define fields here. Definitions for other resources are shown too. */
const usual = ['plu', 'customer', 'supplier', 'location', 'discount'];
const types = ['text', 'number', 'switch', 'date', 'choice'];

/**
 * Editor of the company's additional field definitions, with one table per resource
 * (docs/interface.md#24-other-resources).
 */
export function AdditionalFields() {
  const all = useRecordValue(at);
  const others = isObject(all) ? Object.keys(all).filter((entity) => !usual.includes(entity)) : [];
  return [...usual, ...others].map((entity) => <FieldsOf key={entity} entity={entity} />);
}

function FieldsOf({ entity }: { entity: string }) {
  const say = useTextOf('company');
  const form = useRecordContext();
  const { rows, append, remove } = useRecordList([...at, entity]);
  const key = `entity=${entity}`;
  const title = say(key) === key ? entity : say(key);
  const columns = useColumns(title, remove);
  return (
    <section className={styles.kind} aria-label={`${say('fields.of')} ${title}`}>
      <h3>{title}</h3>
      {rows.length > 0 && (
        <SheetTable
          edit
          label={`${say('fields.of')} ${title}`}
          rows={rows}
          rowKey={(row) => row.key}
          minWidth={560}
          columns={columns}
        />
      )}
      {!form.readOnly && (
        <AddButton onClick={() => append({ id: newGuid(), name: '', type: 'text' })}>
          {say('fields.add')}
        </AddButton>
      )}
    </section>
  );
}

function useColumns(kind: string, remove: (row: ListRow) => void): SheetColumn<ListRow>[] {
  const say = useTextOf('company');
  const nameOf = (row: ListRow) =>
    textOf(valueAt(row.value, ['name'])) || say('fields.field', { n: row.index + 1 });
  const field = (row: ListRow, key: string) => ({
    path: [...row.path, key],
    label: `${kind}, ${nameOf(row)}: ${say(`fields.${key}`)}`,
  });
  const options = types.map((value) => ({ value, label: say(`type=${value}`) }));
  const removeColumn = useRemoveColumn(nameOf, remove);
  return [
    {
      id: 'name',
      header: () => say('fields.name'),
      cell: ({ row: { original: row } }) => <TextCell {...field(row, 'name')} />,
    },
    {
      id: 'type',
      header: () => say('fields.type'),
      meta: { width: 120 },
      cell: ({ row: { original: row } }) => <SelectCell {...field(row, 'type')} options={options} open />,
    },
    {
      id: 'group',
      header: () => say('fields.group'),
      meta: { width: 120 },
      cell: ({ row: { original: row } }) => <TextCell {...field(row, 'group')} />,
    },
    {
      id: 'options',
      header: () => say('fields.options'),
      cell: ({ row: { original: row } }) => (
        <OptionsCell {...field(row, 'options')} type={textOf(valueAt(row.value, ['type']))} />
      ),
    },
    ...removeColumn,
  ];
}

/**
 * Cell for the options of a field of type `choice`, separated by commas. A value that is no list of texts is shown as
 * JSON, read-only, and is kept.
 */
function OptionsCell(spec: { path: FieldPath; label: string; type: string }) {
  const show = (value: Json | undefined) =>
    value === undefined ? '' : (textsIn(value)?.join(', ') ?? jsonText(value));
  const { value, set, clear, blur, readOnly, cell } = useCell(spec, show, 'choice');
  const [typing, setTyping] = useState<string>();
  const isText = value === undefined || textsIn(value) !== null;
  if (readOnly || !isText) return <span className="muted">{show(value)}</span>;
  if (spec.type !== 'choice' && value === undefined) return <span className="muted">–</span>;
  return (
    <CellText
      {...cell}
      value={typing ?? show(value)}
      onChange={(text) => {
        setTyping(text);
        const options = text
          .split(',')
          .map((option) => option.trim())
          .filter((option) => option !== '');
        if (options.length === 0) clear();
        else set(options);
      }}
      onBlur={() => {
        setTyping(undefined);
        blur();
      }}
    />
  );
}

const textsIn = (value: Json): string[] | null =>
  isArray(value) && value.every((option) => typeof option === 'string') ? value.map(textOf) : null;
