import { useFieldRights } from '@/app/form/engine/field-rights';
import { decimalOf } from '@/app/i18n/format';
import { useFieldGroup } from '@/app/form/engine/use-record-field';
import { useRecordList, type ListRow } from '@/app/form/engine/use-record-list';
import { FlagCell, NumberCell, TextCell } from '@/app/form/fields/cells';
import { useRecordContext } from '@/app/form/engine/record-context';
import { textOf } from '@/app/form/engine/number-text';
import { ReferenceCell, useRecordLabels } from '@/app/form/fields/reference-input';
import { Section } from '@/app/form/section';
import { useTextOf } from '@/app/i18n/i18n';
import { isArray, valueAt, type Json } from '@/record/json';
import { useFormat } from '@/app/i18n/use-format';
import { Banner } from '@/ui/display/banner';
import { AddButton } from '@/ui/display/button';
import { SheetTable, type SheetColumn } from '@/ui/tables/sheet-table';
import { supplier } from '../../supplier/contract';
import styles from './plu.module.css';
import { newLine } from './supply-line';
import { useRemoveColumn } from '@/app/form/fields/remove-column';

const at: readonly string[] = ['data', 'supply'];

/** Table of the product's suppliers, with batch size and price. */
export function Supply() {
  const say = useTextOf('plu');
  const format = useFormat();
  const form = useRecordContext();
  const { rows, append, remove } = useRecordList(at);
  const suppliers = useRecordLabels(
    supplier,
    rows.flatMap((row) => supplierOf(row.value) || []),
  );
  const nameOf = (line: Json) =>
    suppliers.get(supplierOf(line))?.name ?? (textOf(valueAt(line, ['batch_name'])) || say('supply.line'));
  const problem = useFieldGroup({
    path: at,
    label: say('data.supply'),
    kind: 'choice',
    show: (value) => (isArray(value) ? value.map(nameOf).join(', ') : textOf(value)),
  });
  const field = (row: ListRow, key: string) => ({
    path: [...row.path, key],
    label: `${nameOf(row.value)}, ${say(`supply.${key}`)}`,
  });
  const hasCost = useFieldRights()([...at, 0, 'batch_value']) !== 'none';
  const all: SheetColumn<ListRow>[] = [
    {
      id: 'supplier',
      header: () => say('supply.supplier'),
      cell: ({ row: { original: row } }) => (
        <ReferenceCell {...field(row, 'supplier')} references="supplier" />
      ),
    },
    {
      id: 'sku',
      header: () => say('supply.sku'),
      meta: { width: 104 },
      cell: ({ row: { original: row } }) => <TextCell codes {...field(row, 'sku')} />,
    },
    {
      id: 'ean',
      header: () => say('supply.ean'),
      meta: { width: 134 },
      cell: ({ row: { original: row } }) => <TextCell codes {...field(row, 'ean')} />,
    },
    {
      id: 'batch',
      header: () => say('supply.batch_name'),
      meta: { width: 80 },
      cell: ({ row: { original: row } }) => <TextCell {...field(row, 'batch_name')} />,
    },
    {
      id: 'size',
      header: () => say('supply.batch_size'),
      meta: { width: 48, align: 'right', inset: !form.readOnly },
      cell: ({ row: { original: row } }) => <NumberCell {...field(row, 'batch_size')} />,
    },
    {
      id: 'value',
      header: () => `${say('supply.batch_value')} ${format.currency}`,
      meta: { width: 66, align: 'right', inset: !form.readOnly },
      cell: ({ row: { original: row } }) => <NumberCell money {...field(row, 'batch_value')} />,
    },
    {
      id: 'each',
      header: () => `${say('supply.each')} ${format.currency}`,
      meta: { width: 56, align: 'right' },
      cell: ({ row: { original: row } }) => format.decimal(eachOf(row.value), 2),
    },
    {
      id: 'active',
      header: () => say('supply.active'),
      meta: { width: 48, align: 'center' },
      cell: ({ row: { original: row } }) => <FlagCell {...field(row, 'active')} as="switch" />,
    },
    ...useRemoveColumn((row) => nameOf(row.value), remove),
  ];
  const columns = all.filter(({ id }) => hasCost || (id !== 'value' && id !== 'each'));
  return (
    <Section id="supply">
      {problem && <Banner kind="danger">{problem}</Banner>}
      <div className={styles.list}>
        {rows.length > 0 && (
          <SheetTable
            edit
            label={say('data.supply')}
            columns={columns}
            rows={rows}
            rowKey={(row) => row.key}
            dim={(row) => valueAt(row.value, ['active']) === false}
            minWidth={700}
          />
        )}
        {!form.readOnly && <AddButton onClick={() => append(newLine)}>{say('supply.add')}</AddButton>}
      </div>
    </Section>
  );
}

const supplierOf = (line: Json): string => textOf(valueAt(line, ['supplier']));

/**
 * Returns the price of one piece (the batch's value divided by its size), or null if the size is zero or a value is no
 * number.
 */
function eachOf(line: Json): string | null {
  const value = decimalOf(textOf(valueAt(line, ['batch_value'])));
  const size = decimalOf(textOf(valueAt(line, ['batch_size'])));
  return value && size && !size.eq(0) ? value.div(size).toFixed() : null;
}
