import { useApp, useRecordLabel } from '../../shell/app-context';
import { noValue } from '../../i18n/format';
import { useText, useTextOf } from '../../i18n/i18n';
import { fieldOf, nameOf, type CellKind, type ScreenColumn } from '../../shell/screen';
import type { Row } from '../../data/row';
import { useFormat } from '../../i18n/use-format';
import type { Format } from '../../i18n/formats';
import { Tag } from '@/ui/display/badge';
import { isOwnedByParent } from '../selection/owned-by-parent';
import styles from '@/ui/tables/grid.module.css';

/** Content of a cell. Shows values of unexpected shapes as text, since another server may send anything. */
export function CellContent(props: {
  column: ScreenColumn;
  row: Row;
  resource: string;
  href: string | null;
}) {
  const { column, row, resource, href } = props;
  const { fallback } = useApp();
  if (column.cell) {
    const Cell = column.cell;
    const content = <Cell row={row} />;
    return <span>{fallback ? <fallback.CellGuard>{content}</fallback.CellGuard> : content}</span>;
  }
  const value = fieldOf(row, column.key);
  if (column.as === 'name') return <NameCell row={row} resource={resource} href={href} />;
  if (column.as === 'reference') return <ReferenceCell id={value} references={column.references} />;
  if (column.as === 'choice') return <ChoiceCell value={value} field={column.key} resource={resource} />;
  return <PlainCell value={value} kind={column.as ?? 'text'} />;
}

function PlainCell({ value, kind }: { value: unknown; kind: CellKind }) {
  const format = useFormat();
  const say = useText();
  if (kind === 'flag' && typeof value === 'boolean') return say(value ? 'list.yes' : 'list.no');
  const text = formatted(value, kind, format);
  return <span title={kind === 'moment' ? format.momentLong(value) : text}>{text}</span>;
}

function formatted(value: unknown, kind: CellKind, format: Format): string {
  switch (kind) {
    case 'money':
      return format.money(value);
    case 'decimal':
    case 'integer':
      return format.decimal(value);
    case 'moment':
      return format.moment(value);
    case 'day':
      return format.day(value);
    default:
      return plain(value);
  }
}

/** Returns a value as text: "–" for an empty one, JSON for an object. */
export function plain(value: unknown): string {
  if (value === null || value === undefined || value === '') return noValue;
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function NameCell({ row, resource, href }: { row: Row; resource: string; href: string | null }) {
  const say = useText();
  const format = useFormat();
  const { screens, current } = useApp();
  const { me } = current;
  const name = nameOf(screens[resource] ?? {}, row, format);
  const owner = me?.company.parent;
  const why = owner ? say('list.groupWhy', { company: owner.name }) : say('list.groupWhyUnknown');
  return (
    <span className={styles.name}>
      {href === null ? (
        <span title={name}>{name}</span>
      ) : (
        <a href={href} title={name} tabIndex={-1}>
          {name}
        </a>
      )}
      {!row.active && <Tag kind="off">{say('list.deactivated')}</Tag>}
      {isOwnedByParent(row['company_id'], me?.company.id ?? null) && (
        <Tag kind="group" title={why}>
          {say('list.group')}
        </Tag>
      )}
    </span>
  );
}

function ReferenceCell({ id, references }: { id: unknown; references: string | undefined }) {
  const { screens } = useApp();
  const screen = references === undefined ? undefined : screens[references];
  if (typeof id !== 'string' || !screen) return <span>{plain(id)}</span>;
  return <NamedCell id={id} screen={screen} />;
}

function NamedCell({
  id,
  screen,
}: {
  id: string;
  screen: NonNullable<ReturnType<typeof useApp>['screens'][string]>;
}) {
  const record = useRecordLabel(screen.contract, id);
  const name = record ? plain(record['name']) : '';
  return <span title={name}>{name}</span>;
}

function ChoiceCell({ value, field, resource }: { value: unknown; field: string; resource: string }) {
  const say = useTextOf(resource);
  const text = choiceText(say, field, value);
  return <span title={text}>{text}</span>;
}

/** Returns the label of a choice: the screen's text `field=value`, else the value itself. */
export function choiceText(say: (key: string) => string, field: string, value: unknown): string {
  const key = `${field}=${plain(value)}`;
  const text = say(key);
  return text === key ? plain(value) : text;
}
