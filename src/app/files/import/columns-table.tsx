import { ArrowRight, Check } from 'lucide-react';
import { useLanguage, type SayOf } from '../../i18n/i18n';
import { useFormat } from '../../i18n/use-format';
import { Dot } from '@/ui/display/badge';
import { Icon } from '@/ui/display/icon';
import { Combo } from '@/ui/fields/choices/combo';
import { useSelect } from '@/ui/fields/choices/select-field';
import { cx } from '@/ui/style/cx';
import { isMadeDate } from '../reading/dates';
import { isScientific } from '../reading/numbers';
import type { ImportDeclaration, ImportField, TakenColumn } from '../understanding/import-field';
import type { Import } from './use-import';
import styles from './import.module.css';

/** The columns of the file: their first values, the field of each, how it is read, and what an empty cell does. */
export function ColumnsTable(props: { one: Import; declaration: ImportDeclaration; say: SayOf }) {
  const { one, declaration, say } = props;
  const { scan, planned, decisions, remembered } = one;
  const format = useFormat();
  if (!scan || !planned) return null;
  const taken = planned.columns.filter(({ field }) => field !== null).length;
  const change = (at: number, column: TakenColumn) => {
    const columns = planned.columns.map((old, index) => {
      if (index === at) return column;
      // A field is filled by one column.
      return column.field !== null && old.field === column.field ? { field: null } : old;
    });
    one.decide({ ...decisions, columns });
  };
  return (
    <section>
      <h2 className={styles.h}>
        {say('columns')}{' '}
        <span className={styles.meta}>
          {say('taken', { count: scan.header.length, taken })}{' '}
          {remembered &&
            say('remembered', { name: remembered.label, day: format.day(remembered.at.slice(0, 10)) })}
        </span>
      </h2>
      <table className={styles.map}>
        <thead>
          <tr>
            <th scope="col">{say('inFile')}</th>
            <th scope="col">{say('firstValues')}</th>
            <th scope="col" colSpan={2} className={styles.fieldHead}>
              {say('field')}
            </th>
            <th scope="col" className={styles.read}>
              {say('readAs')}
            </th>
            <th scope="col">{say('whenEmpty')}</th>
            <th scope="col" className={styles.mark}>
              <span className="vh">{say('state')}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {scan.header.map((name, at) => (
            <ColumnRow
              key={`${at} ${name}`}
              {...{ one, declaration, say, at, name: name || `${at + 1}` }}
              onChange={(column) => change(at, column)}
            />
          ))}
        </tbody>
      </table>
    </section>
  );
}

function ColumnRow(props: {
  one: Import;
  declaration: ImportDeclaration;
  say: SayOf;
  at: number;
  name: string;
  onChange: (column: TakenColumn) => void;
}) {
  const { one, declaration, say, at, name, onChange } = props;
  const { scan, planned, understood } = one;
  const { language } = useLanguage();
  const format = useFormat();
  const column = planned?.columns[at] ?? { field: null };
  const profile = scan?.columns[at];
  const fields = planned?.fields ?? [];
  const field = fields.find(({ key }) => key === column.field);
  const askedField = fields.find(({ key }) => key === column.asked);
  const isAsked =
    column.field === null &&
    askedField !== undefined &&
    !planned?.columns.some(({ field: taken }) => taken === column.asked);
  const isKey = planned?.keys.find(({ name: key }) => key === planned.key)?.field === column.field;
  const result = understood?.outcome.columns[at];
  const select = useSelect({
    value: column.field ?? '',
    searchable: true,
    options: [
      { value: '', label: say('notTaken') },
      ...fields.map((one2) => ({ value: one2.key, label: labelOf(one2, language, format.currency) })),
    ],
  });
  const isDamaged = (value: string) =>
    field?.kind === 'barcode' && (isScientific(value) || isMadeDate(value));
  return (
    <tr>
      <th scope="row" className={styles.name}>
        {name}
      </th>
      <td className={styles.samples}>
        {profile?.first.map((value) => (
          <span key={value} title={value} className={cx(isDamaged(value) && styles.damaged)}>
            {value}
          </span>
        ))}
      </td>
      <td className={styles.arrow}>{column.field !== null && <Icon as={ArrowRight} size="s" />}</td>
      <td>
        <Combo
          {...select}
          control={{ 'aria-label': say('fieldOf', { name }) }}
          value={column.field ?? ''}
          className={cx(styles.fieldBox, isKey && styles.keyBox, column.field === null && styles.noField)}
          onPick={({ value }) => onChange({ field: value === '' ? null : value })}
        />
        {column.isByContent && <small className={styles.byContent}>{say('byContent')}</small>}
        {isAsked && (
          <small className={styles.byContent}>
            {say('askedField', { name: askedField ? labelOf(askedField, language, format.currency) : '' })}
          </small>
        )}
      </td>
      <td className={styles.read} data-label={say('readAs')}>
        {column.field === null || field?.place === 'new' ? (
          <span className="muted">{say('stays')}</span>
        ) : (
          <b>{shownRead(field, result?.firstRead ?? null, format)}</b>
        )}
      </td>
      <td className={styles.empty} data-label={say('whenEmpty')}>
        {column.field !== null && (
          <WhenEmpty {...{ field, isKey, column, onChange, say, name, declaration }} />
        )}
      </td>
      <td className={styles.mark}>
        {result && result.refused > 0 ? (
          <span className={styles.refused}>
            <Dot color="danger" />
            {say('refusedCount', { count: result.refused })}
          </span>
        ) : (
          column.field !== null &&
          result && (
            <span className={styles.ok} title={say('allRead')}>
              <Icon as={Check} size="s" />
              <span className="vh">{say('allRead')}</span>
            </span>
          )
        )}
      </td>
    </tr>
  );
}

function WhenEmpty(props: {
  field: ImportField | undefined;
  isKey: boolean;
  column: TakenColumn;
  onChange: (column: TakenColumn) => void;
  say: SayOf;
  name: string;
}) {
  const { field, isKey, column, onChange, say, name } = props;
  const options = (['leave', 'clear'] as const).map((value) => ({ value, label: say(`empty.${value}`) }));
  const value = column.empties ? 'clear' : 'leave';
  const select = useSelect({ value, options });
  if (isKey) return <span className="muted">{say(field?.key === 'id' ? 'empty.new' : 'empty.refused')}</span>;
  if (field?.place === 'set' || field?.place === 'new') return <span className="muted">–</span>;
  if (field && !field.isClearable) return <span className="muted">{say('empty.leave')}</span>;
  return (
    <Combo
      {...select}
      control={{ 'aria-label': say('whenEmptyOf', { name }) }}
      value={value}
      className={styles.emptyBox}
      onPick={(option) => onChange({ ...column, empties: option.value === 'clear' })}
    />
  );
}

const labelOf = ({ label, unit }: ImportField, language: 'en' | 'fi', currency: string): string =>
  unit === undefined ? label[language] : `${label[language]} ${unit === 'currency' ? currency : unit}`;

/** Returns how the first value of a column was read, as a person would write it. */
function shownRead(
  field: ImportField | undefined,
  read: string | null,
  format: ReturnType<typeof useFormat>,
): string {
  if (read === null) return '–';
  if (field?.kind === 'decimal' || field?.kind === 'amount' || (field?.kind === 'number' && field.unit))
    return format.money(read);
  if (field?.kind === 'moment') return `${format.day(read.slice(0, 10))} ${read.slice(11)}`;
  return field?.kind === 'day' ? format.day(read) : read;
}
