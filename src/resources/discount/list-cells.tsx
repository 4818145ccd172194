import { useQueries } from '@tanstack/react-query';
import { recordLabelQuery } from '@/app/data/queries';
import { localDayAndTime } from '@/app/i18n/clock';
import { noValue } from '@/app/i18n/format';
import { useLanguage, useTextOf } from '@/app/i18n/i18n';
import { useFormat } from '@/app/i18n/use-format';
import { useApp } from '@/app/shell/app-context';
import type { Entity, Resource } from '@/contract/resource';
import { cx } from '@/ui/style/cx';
import { customer } from '../customer/contract';
import { dpt } from '../dpt/contract';
import { location } from '../location/contract';
import { plu } from '../plu/contract';
import type { discount } from './contract';
import { discountSentence } from './sentence';
import { discountStatus, type DiscountStatus } from './status';
import styles from './list-cells.module.css';

type Props = { row: Entity<typeof discount> };

/** Cell that says what the discount does. Where and since when it is given stand in cells of their own. */
export function SentenceCell({ row }: Props) {
  const { language } = useLanguage();
  const { currency, scale } = useFormat();
  const status = useStatus(row);
  const { data } = row;
  const sentence = discountSentence(
    {
      type: textOf(row.type),
      value: textOf(row.value),
      scope: textOf(data.scope),
      trigger: textOf(data.trigger),
      code: textOf(data.code),
      valid_from: '',
      valid_until: '',
      weekdays: listOf(data.weekdays).filter((day) => typeof day === 'number'),
      time_from: textOf(data.time_from),
      time_until: textOf(data.time_until),
      departments: useNames(dpt, data.dpt_ids),
      products: useNames(plu, data.plu_ids),
      customers: useNames(customer, data.customer_ids),
      groups: listOf(data.customer_groups).filter((group) => typeof group === 'string'),
      locations: [],
      min_qty: textOf(data.min_qty),
      min_total: textOf(data.min_total),
      max_amount: textOf(data.max_amount),
      stackable: undefined,
      approval_required: false,
      reason_required: false,
      currency,
      scale,
    },
    language,
  );
  if (sentence === null) return noValue;
  const text = sentence.replace(/\.$/, '');
  return (
    <span className={status === 'ended' ? 'muted' : undefined} title={text}>
      {text}
    </span>
  );
}

/** Cell with the locations where the discount is given. */
export function WhereCell({ row }: Props) {
  const say = useTextOf('discount');
  const names = useNames(location, row.data.location_ids).join(', ');
  const status = useStatus(row);
  return (
    <span className={status === 'ended' ? 'muted' : undefined} title={names}>
      {names || say('where.all')}
    </span>
  );
}

/** Cell with the status of the discount as a dot and a word, and the day that matters next. */
export function WhenCell({ row }: Props) {
  const say = useTextOf('discount');
  const format = useFormat();
  const status = useStatus(row);
  const [from, until] = [format.day(row.data.valid_from), format.day(row.data.valid_until)];
  const day = (key: string, values: Record<string, string>) => say(`status.${key}`, values);
  const hasFrom = from !== noValue && from !== '';
  const hasUntil = until !== noValue && until !== '';
  const days = () => {
    if (status === 'ended') return hasUntil ? until : '';
    if (status === 'planned' && hasUntil) return day('between', { from, until });
    if (hasUntil) return day('until', { day: until });
    if (!hasFrom) return '';
    return day(status === 'planned' ? 'from' : 'since', { day: from });
  };
  const text = [say(`status=${status}`), days()].filter(Boolean).join(status === 'ended' ? ' ' : ', ');
  return (
    <span className={cx(styles.when, status === 'ended' && 'muted')} title={text}>
      <span className={cx(styles.dot, status !== 'ended' && styles[status])} aria-hidden="true" />
      <span className="cut">{text}</span>
    </span>
  );
}

/** Cell with the value of the discount and its unit. */
export function WorthCell({ row }: Props) {
  const format = useFormat();
  if (row.type === 'percent') return `${format.decimal(row.value)} %`;
  return `${format.money(row.value)} ${format.currency}`;
}

function useStatus({ active, data }: Props['row']): DiscountStatus {
  const { me } = useApp().current;
  const day = today(me?.company.timezone);
  return discountStatus({ active, from: data.valid_from, until: data.valid_until }, day);
}

const today = (timeZone: string | undefined): string =>
  localDayAndTime(new Date().toISOString(), timeZone).day;

/** Returns the names of the records, "…" while one is loading. On a generic server `ids` may be anything. */
function useNames(resource: Resource, ids: unknown): string[] {
  const { source } = useApp();
  const known = listOf(ids).filter((id) => typeof id === 'string');
  const answers = useQueries({ queries: known.map((id) => recordLabelQuery(source, resource, id)) });
  return answers.map(({ data }) => (typeof data?.['name'] === 'string' ? data['name'] : '…'));
}

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
const textOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : '';
