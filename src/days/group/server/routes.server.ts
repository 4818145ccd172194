import { sql } from 'kysely';
import { formatActingAs } from '@/contract/acting-as';
import { acts, allows, roles } from '@/contract/role';
import type { Caller } from '@/server/auth/caller';
import { callerOfMembership } from '@/server/auth/membership-caller';
import { membershipsOf, ownLogin, type Membership } from '@/server/auth/sessions';
import { inScope, type Database, type Tx } from '@/server/db/db';
import { isOutage } from '@/server/db/outage';
import { endpoints, jsonAnswer, route } from '@/server/http/endpoint';
import { HttpProblem } from '@/server/http/problems';
import { queryOf, type Complain } from '@/server/http/query';
import { dateParameter, neededDate, requirePeriod } from '@/server/http/query-parameters';
import { currencyScale } from '@/contract/values';
import { Decimal } from '@/record/decimal';
import { comparedDates, type Period } from '@/record/period';
import {
  groupDays,
  groupDaysSchema,
  groupSummary,
  type GroupCompany,
  type GroupDays,
  type GroupMember,
  type GroupSummary,
  type GroupDay,
} from '../schema';
import { addFigures, companyFigures } from './company-figures.server';
import { monthsSchema } from '../../month/schema';
import { monthsAnswer } from '../../month/server/months.server';

const days = {
  from: neededDate('The first business day.'),
  to: neededDate(`The last business day, at most ${groupDays} days in all.`),
};

const requireDays = (asked: Period, complain: Complain): void =>
  requirePeriod(asked, complain, groupDays, `At most ${groupDays} days`);

const onlyDays = queryOf(days, (asked, complain): Period => {
  requireDays(asked, complain);
  return asked;
});

const untilDay = queryOf(
  { ...days, until: dateParameter('The last day that counts in changes; `to` where it is absent.') },
  ({ until, ...asked }, complain) => {
    requireDays(asked, complain);
    return { ...asked, until: until ?? asked.to };
  },
);

/** The companies of a person together (docs/report.md#a-group-of-companies). */
export const groupAddresses = endpoints(
  route({
    method: 'GET',
    path: '/group/summary',
    operationId: 'group_summary',
    tag: 'businessday',
    summary:
      'What a period comes to in each company of the person, by location, beside the same weekdays before',
    needs: acts.readReports,
    query: untilDay,
    answers: { 200: jsonAnswer('The companies.', groupSummary) },
    problems: [409],
    handle: async ({ c, caller, parts: { db }, query }) => {
      const { until, ...asked } = query;
      const compared = comparedDates(asked, until);
      const memberships = await membershipsOfCaller(db, caller);
      const companies = await eachCompany(db, memberships, { locations: [] }, async (member) => ({
        locations: await companyFigures(db, member, asked, compared),
      }));
      return c.json({ ...asked, compared, companies, totals: totalsOf(companies) } satisfies GroupSummary);
    },
  }),
  route({
    method: 'GET',
    path: '/group/days',
    operationId: 'group_days',
    tag: 'businessday',
    summary: 'The business days of a period in each company of the person, and which months are locked',
    needs: acts.readReports,
    query: onlyDays,
    answers: { 200: jsonAnswer('The days.', groupDaysSchema) },
    problems: [409],
    handle: async ({ c, caller, parts: { db }, query }) => {
      const memberships = await membershipsOfCaller(db, caller);
      const companies = await eachCompany(db, memberships, { months: [], days: [] }, (member) =>
        companyDays(db, member, query),
      );
      return c.json({ ...query, companies } satisfies GroupDays);
    },
  }),
);

/**
 * Returns the memberships in which the person may act now, by the names of their companies.
 *
 * @throws 409 `no_person` for an API key, which belongs to one company.
 */
async function membershipsOfCaller(db: Database, caller: Caller): Promise<readonly Membership[]> {
  const login = await ownLogin(db, caller);
  if (login === null)
    throw new HttpProblem(
      409,
      'no_person',
      'Conflict',
      'An API key belongs to one company and sees its data alone: ask with /api/secure/report/summary',
    );
  return (await membershipsOf(db, login.login_id)).toSorted((a, b) => a.company.localeCompare(b.company));
}

/**
 * Reads each company in the rights of its membership, one after the other: a person of a hundred companies does not take every
 * connection. What fails in one is said of it, and takes nobody else along; it has what is `nothing` then.
 */
async function eachCompany<T>(
  db: Database,
  memberships: readonly Membership[],
  nothing: T,
  read: (caller: Caller) => Promise<T>,
): Promise<(GroupMember & T)[]> {
  const companies: (GroupMember & T)[] = [];
  for (const membership of memberships)
    // oxlint-disable-next-line no-await-in-loop
    companies.push(await readCompany(db, membership, nothing, read));
  return companies;
}

async function readCompany<T>(
  db: Database,
  membership: Membership,
  nothing: T,
  read: (caller: Caller) => Promise<T>,
): Promise<GroupMember & T> {
  const role = roles.find((one) => one === membership.role);
  const answer = (state: GroupMember['state'], found: T = nothing) => ({
    acting_as: formatActingAs(membership.tenant_id, membership.user_id),
    id: membership.company_id,
    name: membership.company,
    role: role ?? ('terminal' as const),
    state,
    ...found,
  });
  try {
    const caller = await callerOfMembership(db, membership);
    if (!caller || !allows(caller, acts.readReports)) return answer('not_allowed');
    return answer('read', await read(caller));
  } catch (error) {
    // Without a database there are no others either.
    if (isOutage(error)) throw error;
    return answer('failed');
  }
}

function totalsOf(companies: readonly GroupCompany[]): GroupSummary['totals'] {
  const all = companies.flatMap(({ locations }) => locations);
  return [...new Set(all.map(({ currency }) => currency))].toSorted().map((currency) => {
    const of = all.filter((one) => one.currency === currency);
    const total = (name: 'now' | 'compared' | 'before') =>
      addFigures(
        currency,
        of.map((one) => one[name]),
      );
    return { currency, now: total('now'), compared: total('compared'), before: total('before') };
  });
}

type Days = Pick<GroupDays['companies'][number], 'months' | 'days'>;

/** Reads one company's days of a period, and which of its months are locked, in the caller's own rights: no receipt is read. */
function companyDays(db: Database, caller: Caller, period: Period): Promise<Days> {
  return inScope(db, caller, 'one snapshot', async (tx) => {
    const all = monthsSchema.parse(JSON.parse(await monthsAnswer(tx, caller)));
    const [first, last] = [period.from.slice(0, 7), period.to.slice(0, 7)];
    return {
      months: all
        .filter(({ month }) => month >= first && month <= last)
        .map(({ month, locked, lock, over, days }) => ({ month, locked, lock, over, days })),
      days: await daysOf(tx, caller, period),
    };
  });
}

async function daysOf(tx: Tx, { tenantId, companyId }: Caller, { from, to }: Period): Promise<GroupDay[]> {
  const rows = await tx.rows(sql<GroupDay>`
    select t.id, t.location_id, t.snapshot->>'location_name' as location_name, t.date::text as date, t.status,
      t.snapshot->>'currency' as currency, k.count as receipts, k.gross::text as gross,
      case when t.status <> 'open' then (select s.hash from businessday_seal s
        where s.tenant_id = t.tenant_id and s.businessday_id = t.id order by s.seq desc limit 1) end as seal
    from businessday t cross join lateral (
      select coalesce(sum(x.count), 0)::float8 as count, coalesce(sum(x.gross), 0) as gross from businessday_totals x
      where x.tenant_id = t.tenant_id and x.businessday_id = t.id
    ) k
    where t.tenant_id = ${tenantId} and t.company_id = ${companyId} and t.active
      and t.date between ${from}::date and ${to}::date
    order by t.date, 3, t.seq`);
  return rows.map((row) => ({
    ...row,
    gross: Decimal.parse(row.gross).toFixed(currencyScale(row.currency)),
  }));
}
