import { X } from 'lucide-react';
import { useState } from 'react';
import { SelectCell, TextCell, useCell } from '@/core/app/form/cells';
import { useFormText, useRecordStore, useValue } from '@/core/app/form/form-context';
import { textOf } from '@/core/app/form/number-text';
import { useTextOf } from '@/core/app/i18n';
import { isArray, isObject, jsonText, valueAt, type Json, type Path } from '@/core/app/record/json';
import { AddButton, IconButton } from '@/core/ui/button';
import { CellText } from '@/core/ui/cell';
import { SheetTable, type SheetColumn } from '@/core/ui/sheet-table';
import styles from './company.module.css';

const at: Path = ['data', 'additional_fields'];

/** The kinds of records that get fields of their own; what a company defines of others is shown, too. */
const usual = ['plu', 'customer', 'supplier', 'location', 'discount'];
const types = ['text', 'number', 'switch', 'date', 'choice'];

/** The definitions of a company's own fields, by the kind of record that has them (interface, `additional_fields`). */
export function AdditionalFields() {
  const all = useValue(at);
  const others = isObject(all) ? Object.keys(all).filter((entity) => !usual.includes(entity)) : [];
  return [...usual, ...others].map((entity) => <FieldsOf key={entity} entity={entity} />);
}

interface Definition {
  readonly path: Path;
  readonly value: Json;
}

function FieldsOf({ entity }: { entity: string }) {
  const say = useTextOf('company');
  const store = useRecordStore();
  const path = [...at, entity];
  const list = useValue(path);
  const rows = isArray(list)
    ? list.map((value, index): Definition => ({ path: [...path, String(index)], value }))
    : [];
  const key = `entity=${entity}`;
  const title = say(key) === key ? entity : say(key);
  const columns = useColumns(title);
  return (
    <section className={styles.kind} aria-label={`${say('fields.of')} ${title}`}>
      <h3>{title}</h3>
      {rows.length > 0 && (
        <SheetTable
          edit
          label={`${say('fields.of')} ${title}`}
          rows={rows}
          rowKey={({ value }, index) => textOf(valueAt(value, ['id'])) || String(index)}
          minWidth={560}
          columns={columns}
        />
      )}
      {!store.readOnly && (
        <AddButton onClick={() => store.append(path, { id: newGuid(), name: '', type: 'text' })}>
          {say('fields.add')}
        </AddButton>
      )}
    </section>
  );
}

function useColumns(kind: string): SheetColumn<Definition>[] {
  const say = useTextOf('company');
  const sayForm = useFormText();
  const store = useRecordStore();
  const nameOf = (row: Definition) =>
    textOf(valueAt(row.value, ['name'])) || say('fields.field', { n: Number(row.path.at(-1)) + 1 });
  const field = (row: Definition, key: string) => ({
    path: [...row.path, key],
    label: `${kind}, ${nameOf(row)}: ${say(`fields.${key}`)}`,
  });
  const options = types.map((value) => ({ value, label: say(`type=${value}`) }));
  return [
    {
      key: 'name',
      head: say('fields.name'),
      cell: (row) => <TextCell {...field(row, 'name')} />,
    },
    {
      key: 'type',
      head: say('fields.type'),
      width: 120,
      cell: (row) => <SelectCell {...field(row, 'type')} options={options} open />,
    },
    {
      key: 'group',
      head: say('fields.group'),
      width: 120,
      cell: (row) => <TextCell {...field(row, 'group')} />,
    },
    {
      key: 'options',
      head: say('fields.options'),
      cell: (row) => <OptionsCell {...field(row, 'options')} type={textOf(valueAt(row.value, ['type']))} />,
    },
    ...(store.readOnly
      ? []
      : [
          {
            key: 'remove',
            head: '',
            width: 32,
            align: 'right' as const,
            cell: (row: Definition) => (
              <IconButton
                icon={X}
                size="xs"
                label={sayForm('row.remove', { what: nameOf(row) })}
                onClick={() => store.set(row.path, undefined)}
              />
            ),
          },
        ]),
  ];
}

/** What a field of the type choice offers; what is no list of texts is shown as it came, and kept. */
function OptionsCell(spec: { path: Path; label: string; type: string }) {
  const show = (value: Json | undefined) =>
    value === undefined ? '' : (textsIn(value)?.join(', ') ?? jsonText(value));
  const { value, set, clear, leave, readOnly, cell } = useCell(spec, show, 'choice');
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
        leave();
      }}
    />
  );
}

const textsIn = (value: Json): string[] | null =>
  isArray(value) && value.every((option) => typeof option === 'string') ? value.map(textOf) : null;

/** A GUID by chance (version 4): `crypto.randomUUID` is there over https and on loopback only. */
function newGuid(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const hex = Array.from(bytes, (byte, n) =>
    (n === 6 ? (byte & 0x0f) | 0x40 : n === 8 ? (byte & 0x3f) | 0x80 : byte).toString(16).padStart(2, '0'),
  ).join('');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
