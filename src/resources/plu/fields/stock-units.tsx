import { decimalOf } from '@/app/i18n/format';
import { useFieldGroup } from '@/app/form/engine/use-record-field';
import { useRecordList, type ListRow } from '@/app/form/engine/use-record-list';
import { FlagCell, NumberCell, PickCell, TextCell } from '@/app/form/fields/cells';
import { fieldsOf } from '@/app/form/fields/fields-of';
import { useRecordContext } from '@/app/form/engine/record-context';
import { textOf } from '@/app/form/engine/number-text';
import { Section } from '@/app/form/section';
import { useTextOf } from '@/app/i18n/i18n';
import { isArray, valueAt, type Json } from '@/record/json';
import { useFormat } from '@/app/i18n/use-format';
import { Banner } from '@/ui/display/banner';
import { AddButton } from '@/ui/display/button';
import { Fields } from '@/ui/layout/form-section';
import { SheetTable, type SheetColumn } from '@/ui/tables/sheet-table';
import { plu, stockTypes } from '../contract';
import styles from './plu.module.css';
import { newUnit } from './stock-unit';
import { useRemoveColumn } from '@/app/form/fields/remove-column';

const f = fieldsOf(plu);
const at: readonly string[] = ['data', 'stock_units'];

/** Table of the units in which the product is counted and wasted, and in which its stock balance is kept. */
export function StockUnits() {
  const say = useTextOf('plu');
  const format = useFormat();
  const form = useRecordContext();
  const { rows, append, remove } = useRecordList(at);
  const problem = useFieldGroup({
    path: at,
    label: say('data.stock_units'),
    kind: 'choice',
    show: (value) => (isArray(value) ? value.map(nameOf).join(', ') : textOf(value)),
  });
  const field = (row: ListRow, key: string) => ({
    path: [...row.path, key],
    label: [nameOf(row.value) || say('unit.unnamed'), say(`unit.${key}`)].join(', '),
  });
  /** Marks one unit as the unit of the stock balance. Rows without the flag are not changed. */
  const setBalanceUnit = (chosen: ListRow) => {
    for (const row of rows) {
      const path = [...row.path, 'balance_unit'];
      if (row.index === chosen.index) form.set(path, true);
      else if (valueAt(row.value, ['balance_unit']) === true) form.set(path, false);
    }
  };
  const check = (key: 'wastage_unit' | 'inventory_unit'): SheetColumn<ListRow> => ({
    id: key,
    header: () => say(`unit.${key}`),
    meta: { width: 72, align: 'center' },
    cell: ({ row: { original: row } }) => <FlagCell {...field(row, key)} />,
  });
  const columns: SheetColumn<ListRow>[] = [
    {
      id: 'name',
      header: () => say('unit.name'),
      meta: { width: 124 },
      cell: ({ row: { original: row } }) => <TextCell {...field(row, 'name')} />,
    },
    {
      id: 'value',
      header: () => say('unit.value'),
      meta: { width: 80, align: 'right', inset: !form.readOnly },
      cell: ({ row: { original: row } }) => <NumberCell {...field(row, 'value')} />,
    },
    { id: 'times', header: () => '', meta: { width: 20, op: true }, cell: () => '×' },
    {
      id: 'multiplier',
      header: () => say('unit.multiplier'),
      meta: { width: 80, align: 'right', inset: !form.readOnly },
      cell: ({ row: { original: row } }) => <NumberCell {...field(row, 'multiplier')} />,
    },
    { id: 'equals', header: () => '', meta: { width: 20, op: true }, cell: () => '=' },
    {
      id: 'pieces',
      header: () => say('unit.pieces'),
      cell: ({ row: { original: row } }) => (
        <>
          {format.decimal(piecesOf(row.value))}{' '}
          <span className="muted">{inOtherUnits(row.value, rows, (value) => format.decimal(value))}</span>
        </>
      ),
    },
    {
      id: 'balance_unit',
      header: () => say('unit.balance_unit'),
      meta: { width: 72, align: 'center' },
      cell: ({ row: { original: row } }) => (
        <PickCell {...field(row, 'balance_unit')} group="balance_unit" onPick={() => setBalanceUnit(row)} />
      ),
    },
    check('wastage_unit'),
    check('inventory_unit'),
    ...useRemoveColumn((row) => nameOf(row.value) || say('unit.unnamed'), remove),
  ];
  return (
    <Section id="stock">
      {problem && <Banner kind="danger">{problem}</Banner>}
      <div className={styles.list}>
        {rows.length > 0 && (
          <SheetTable
            edit
            label={say('data.stock_units')}
            columns={columns}
            rows={rows}
            rowKey={(row) => row.key}
            minWidth={620}
          />
        )}
        {!form.readOnly && (
          <AddButton onClick={() => append(newUnit(rows.length === 0))}>{say('unit.add')}</AddButton>
        )}
      </div>
      <Fields>
        <f.Select name="data.stk_type" span={4} options={stockTypes} open clearable />
        <f.Number name="data.sales_unit" span={4} />
        <f.Number name="data.stock_qty_warning" span={4} unit={say('unit.piecesShort')} />
      </Fields>
    </Section>
  );
}

const nameOf = (unit: Json): string => textOf(valueAt(unit, ['name']));

/** Returns value × multiplier exactly, or null if one of them is no number. */
function piecesOf(unit: Json): string | null {
  const value = decimalOf(textOf(valueAt(unit, ['value'])));
  const multiplier = decimalOf(textOf(valueAt(unit, ['multiplier'])) || '1');
  return value && multiplier ? value.times(multiplier).toFixed() : null;
}

/** Returns "12 × Tray" if another unit is as large as this unit's value. */
function inOtherUnits(unit: Json, rows: readonly ListRow[], show: (value: string) => string): string {
  const multiplier = textOf(valueAt(unit, ['multiplier']));
  const value = textOf(valueAt(unit, ['value']));
  if (multiplier === '' || multiplier === '1' || value === '1') return '';
  const other = rows.find((row) => row.value !== unit && piecesOf(row.value) === value);
  return other ? `${show(multiplier)} × ${nameOf(other.value)}` : '';
}
