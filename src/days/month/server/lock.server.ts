import { sql } from 'kysely';
import { currencyScale } from '@/contract/values';
import type { FieldProblem } from '@/contract/problem';
import type { Caller } from '@/server/auth/caller';
import type { Tx } from '@/server/db/db';
import { HttpProblem } from '@/server/http/problems';
import { contentsOfDays } from '../../seal/contents.server';
import { addFigures } from '../add-figures';
import { datesOf } from '@/record/calendar';
import { monthEdition, sortedJson, type MonthContents } from '../seal';
import { appendEntry, type Entry, type MonthCommand } from './append-entry.server';
import { isOver, questionsOf, settleOf } from './month-answer.server';
import { readMonth, type MonthParts } from './read-month.server';
import { lockedMonths } from './entries.server';
import { broughtForward, owedOf } from './owed.server';

/** Why a date of a month has no business day. */
export interface StatedMissing {
  readonly location_id: string;
  readonly date: string;
  readonly reason: string;
}

const conflict = (code: string, detail: string, errors: FieldProblem[] = []): HttpProblem =>
  new HttpProblem(409, code, 'Conflict', detail, errors.length === 0 ? {} : { errors });

/**
 * Locks a month of the caller's company (docs/report.md#locked-months): its days are held against every change, in this
 * transaction first, and the seals of them are hashed into the month's seal.
 *
 * @param stated why each missing day is missing, and why questions that are open do not stand against it.
 * @throws 409 `month_locked`, `month_empty`, `month_not_over`; `month_to_settle`, which names each day in `errors`;
 *   `month_questions`, which names each question that is open, if nothing is said about them.
 */
export async function lockMonth(
  tx: Tx,
  command: MonthCommand,
  stated: { readonly missing: readonly StatedMissing[]; readonly questions: string | null },
): Promise<Entry> {
  const { caller, month } = command;
  await holdMonth(tx, caller, month);
  if ((await lockedMonths(tx, caller, [month])).has(month))
    throw conflict('month_locked', `The month ${month} is locked`);
  const parts = await readMonth(tx, caller, { month, location_ids: [] }, 'careful');
  if (parts.days.length === 0) throw conflict('month_empty', `The month ${month} has no business days`);
  if (!isOver(parts)) throw conflict('month_not_over', `The month ${month} is not over at each location`);
  const reasons = new Map(
    stated.missing.map((one) => [`${one.location_id.toLowerCase()} ${one.date}`, one.reason.trim()]),
  );
  const open = settleOf(parts).filter(
    ({ kind, location_id, date }) => kind !== 'missing' || !reasons.has(`${location_id} ${date}`),
  );
  if (open.length > 0)
    throw conflict(
      'month_to_settle',
      `${open.length} of its dates are to be settled before the month is locked`,
      open.map(({ kind, location_name, date, businessday_id }) => ({
        pointer: businessday_id === null ? '/missing' : '',
        code: kind,
        detail: `${location_name}, ${date}${businessday_id === null ? '' : `: ${businessday_id}`}`,
      })),
    );
  const questions = await questionsOf(tx, caller, parts);
  const said = stated.questions?.trim() ?? '';
  if (questions.length > 0 && said === '')
    throw conflict(
      'month_questions',
      `${questions.length} of the questions about its days are open: close them, or say in "questions" why they may stay open`,
      questions.map(({ location_name, date, text }) => ({
        pointer: '/questions',
        code: 'open',
        detail: `${location_name}, ${date}: ${text}`,
      })),
    );
  return appendEntry(tx, command, {
    action: 'lock',
    reason: null,
    contents: sortedJson({
      ...(await contentsOf(tx, caller, parts, reasons)),
      questions:
        questions.length === 0 ? null : { ids: questions.map(({ id }) => id).toSorted(), reason: said },
    } satisfies MonthContents),
  });
}

/**
 * Unlocks a month: the entry and its reason stay.
 *
 * @throws 409 `month_not_locked`.
 */
export async function unlockMonth(tx: Tx, command: MonthCommand, reason: string): Promise<Entry> {
  await holdMonth(tx, command.caller, command.month);
  if (!(await lockedMonths(tx, command.caller, [command.month])).has(command.month))
    throw conflict('month_not_locked', `The month ${command.month} is not locked`);
  return appendEntry(tx, command, { action: 'unlock', reason: reason.trim(), contents: null });
}

/**
 * Holds a month until the commit: nobody adds a day to it or changes one of its days. What is held is taken in the order of a write
 * of business days: the days, their revision, the month. A day that came in between is held at the end.
 */
async function holdMonth(tx: Tx, caller: Caller, month: string): Promise<void> {
  const { tenantId, companyId } = caller;
  const dates = datesOf(month);
  const days = sql`
    select from businessday t where t.tenant_id = ${tenantId} and t.company_id = ${companyId}
      and t.date between ${dates[0]}::date and ${dates.at(-1)}::date order by t.id for no key update`;
  await tx.rows(days);
  await tx.rows(sql`
    insert into revision as r (tenant_id, resource, revision) values (${tenantId}, 'businessday', 1)
    on conflict (tenant_id, resource) do update
      set revision = r.revision + 1, at = greatest(r.at, clock_timestamp())`);
  await tx.rows(
    sql`select pg_advisory_xact_lock(businessday_month_key(${tenantId}, ${companyId}, ${month}))`,
  );
  await tx.rows(days);
}

async function contentsOf(
  tx: Tx,
  caller: Caller,
  { month, days, locations, missing }: MonthParts,
  reasons: ReadonlyMap<string, string>,
): Promise<Omit<MonthContents, 'questions'>> {
  const unsealed = days.filter(({ sealed }) => sealed?.seal === null).map(({ day }) => day.id);
  const computed =
    unsealed.length === 0
      ? new Map<string, { hash: string }>()
      : await contentsOfDays((statement) => tx.rows(statement), caller.tenantId, unsealed);
  return {
    company_id: caller.companyId,
    contents: monthEdition,
    currencies: await sumsOf(tx, caller, month, days),
    locations: locations
      .map(({ id, vat_country }) => ({ location_id: id, country: vat_country }))
      .toSorted((one, other) => (one.location_id < other.location_id ? -1 : 1)),
    days: days
      .map(({ day, sealed }) => ({
        businessday_id: day.id,
        content: sealed?.seal?.content ?? computed.get(day.id)?.hash ?? '',
        date: day.date,
        location_id: day.location_id,
        seal: sealed?.seal?.hash ?? null,
        seal_number: sealed?.seal?.number ?? null,
      }))
      .toSorted((one, other) =>
        placeOf(one) + one.businessday_id < placeOf(other) + other.businessday_id ? -1 : 1,
      ),
    missing: missing
      .map(({ location, date }) => ({
        date,
        location_id: location.id,
        reason: reasons.get(`${location.id} ${date}`) ?? '',
      }))
      .toSorted((one, other) => (placeOf(one) < placeOf(other) ? -1 : 1)),
    month,
  };
}

/** Returns what the sealed days come to in each currency, and what customers are owed after them. */
async function sumsOf(
  tx: Tx,
  caller: Caller,
  month: string,
  days: MonthParts['days'],
): Promise<MonthContents['currencies']> {
  const currencies = [...new Set(days.map(({ day }) => day.currency))].toSorted();
  const sums: MonthContents['currencies'][number][] = [];
  for (const currency of currencies) {
    const scale = currencyScale(currency);
    const own = days.filter(({ day }) => day.currency === currency);
    const all = addFigures(own.flatMap(({ sealed }) => (sealed ? [sealed.figures] : [])));
    const scope = { from: datesOf(month)[0] ?? '', location_ids: [], currency };
    // oxlint-disable-next-line no-await-in-loop -- one connection, and few currencies
    const forward = await broughtForward(tx, caller, scope, 'careful');
    sums.push({
      currency,
      count: all.count,
      gross: all.gross.toFixed(scale),
      net: all.net.toFixed(scale),
      owed: owedOf(all, forward, scale),
      tax: all.tax.toFixed(scale),
      by_tax: all.by_tax.map(({ rate, net, tax }) => ({
        rate,
        net: net.toFixed(scale),
        tax: tax.toFixed(scale),
      })),
    });
  }
  return sums;
}

const placeOf = ({ location_id, date }: { location_id: string; date: string }): string =>
  `${location_id} ${date} `;
