import { sql } from 'kysely';
import type { Logger } from 'pino';
import { leftAlone } from '@/contract/change-set-acts';
import { changeSetOutcome, type SetOutcome } from '@/contract/change-set-outcome';
import { standingCaller } from '../auth/authenticate';
import type { Caller } from '../auth/caller';
import { languagesOf } from '../auth/sessions';
import { inScope, sqlState, type Database } from '../db/db';
import { isOutage } from '../db/outage';
import { frozenState } from '../http/problems';
import { letterOf, plainName, type Letter } from '../mail/letter';
import type { WriteLetter } from '../mail/mailer';
import { requireWithin } from '../mail/mail-limits';
import { languageOf, mailText } from '../mail/mail-texts';
import { addMail, type WaitingMail } from '../mail/outbox';
import { acrossTenants } from '../ops/admin-store';
import { errorFacts } from '../ops/error-log';
import type { Tables } from '../read/visibility';
import { outcomesOf } from './outcome';

/** Milliseconds between looks at what has become of scheduled sets. */
const lookEvery = 900_000;
/** Hours: how long before it is due a set is looked at, until it is told of again, and for how long a mail is tried. */
const times = { ahead: 168, again: 20, tried: 24 };
/** The most sets of a look: of each tenant in turn, the nearest first. */
const mostSets = 500;

interface Scheduled {
  readonly tenant_id: string;
  readonly company_id: string;
  readonly id: string;
  readonly user_id: string;
  readonly email: string;
}

/**
 * Returns what puts a mail to the maker of each scheduled set into the outbox of which something else has become than its preview
 * said, each outcome once. It may be called as often as one likes: it looks every quarter of an hour.
 */
export function openOutcomeNotices(parts: {
  readonly db: Database;
  readonly tables: Tables;
  readonly log: Pick<Logger, 'warn'>;
  /** Milliseconds between looks. */
  readonly every?: number;
}): () => Promise<void> {
  const { db, tables, log, every = lookEvery } = parts;
  let next = 0;
  return async () => {
    if (performance.now() < next) return;
    next = performance.now() + every;
    for (const set of await scheduledSoon(db)) {
      try {
        // oxlint-disable-next-line no-await-in-loop -- one connection is enough for what nobody waits for
        await tell(db, tables, set);
      } catch (error) {
        if (isOutage(error)) throw error;
        if (sqlState(error) !== frozenState)
          log.warn({ fault: errorFacts(error), changeset: set.id }, 'an outcome could not be looked at');
      }
    }
  };
}

const scheduledSoon = (db: Database) =>
  acrossTenants(
    db,
    sql<Scheduled>`
      select s.tenant_id, s.company_id, s.id, u.id as user_id, l.email
      from (
        select s.*, row_number() over (partition by s.tenant_id order by s.due_at, s.id) as turn from changeset s
        where s.status = 'scheduled' and s.active and s.problem is distinct from ${leftAlone}
          and s.previewed_at is not null and s.previewed_content = s.content
          and s.due_at > clock_timestamp() and s.due_at < clock_timestamp() + make_interval(hours => ${times.ahead})
      ) s
      join "user" u on u.tenant_id = s.tenant_id and u.company_id = s.company_id
        and u.id = coalesce(s.made_user, s.applied_user) and u.active and u.accepted_at is not null
      join login l on l.id = u.login_id
      where company_works(s.tenant_id, s.company_id)
      order by s.turn, s.due_at limit ${mostSets}`,
  );

async function tell(db: Database, tables: Tables, set: Scheduled): Promise<void> {
  const { tenant_id: tenantId, company_id: companyId, id, user_id: userId, email } = set;
  const caller = await standingCaller(db, tenantId, { userId, keyId: null });
  if (caller?.companyId !== companyId) return;
  await inScope(db, caller, 'read write', async (tx) => {
    // Another process may look at the same moment: one of them tells.
    const [lock] = await tx.rows(sql<{ held: boolean }>`
      select pg_try_advisory_xact_lock(hashtextextended(${`set outcome ${tenantId} ${id}`}, 0)) as held`);
    const [told] = await tx.rows(sql<{ outcome: string; lately: boolean }>`
      select m.data->>'outcome' as outcome, m.created_at > clock_timestamp() - make_interval(hours => ${times.again}) as lately
      from mail_outbox m
      where m.tenant_id = ${tenantId} and m.company_id = ${companyId} and m.kind = 'set_outcome'
        and m.data->>'changeset_id' = ${id}
      order by m.created_at desc limit 1`);
    if (!lock?.held || told?.lately) return;
    const question = { ids: [id], recordId: null, applyAt: null, revertAt: null };
    const [found] = await outcomesOf(tx, caller, tables, { ...question, asks: ['since_preview'] });
    const since = found?.since_preview ?? null;
    const outcome = JSON.stringify(since);
    if (since === null || since.state === 'same' || outcome === told?.outcome) return;
    const data = { changeset_id: id, maker_id: userId, outcome, language: caller.locale };
    await addMail(tx, {
      tenantId,
      companyId,
      kind: 'set_outcome',
      recipient: email,
      data,
      hours: times.tried,
    });
  });
}

/** The letter to the maker of a scheduled set of which something else has become than its preview said. */
export const outcomeLetters = (db: Database, publicUrl: string): Readonly<Record<string, WriteLetter>> => ({
  set_outcome: async (mail) => {
    const userId = String(mail.data['maker_id']);
    const caller = await standingCaller(db, mail.tenant_id, { userId, keyId: null });
    if (caller?.companyId !== mail.company_id) return 'The maker of the change set is deactivated';
    const set = await findScheduled(db, caller, mail);
    if (!set) return 'The change set is not scheduled any more';
    const over = await requireWithin(db, mail, 'set_outcome', userId);
    if (over !== null) return over;
    const { chosen, given } = await languagesOf(db, mail.tenant_id, userId);
    const since = changeSetOutcome.shape.since_preview.parse(JSON.parse(String(mail.data['outcome'])));
    return since === null
      ? 'The preview is not there any more'
      : letterAbout(set, since, languageOf(chosen ?? given ?? caller.locale), publicUrl);
  },
});

interface NamedSet {
  readonly id: string;
  readonly name: string;
  readonly apply_at: string;
}

const findScheduled = (db: Database, caller: Caller, { data }: WaitingMail) =>
  inScope(db, caller, 'read only', async (tx) => {
    const [set] = await tx.rows(sql<NamedSet>`
      select t.id, t.name, t.apply_at from changeset t
      where t.tenant_id = ${caller.tenantId} and t.company_id = ${caller.companyId}
        and t.id = ${String(data['changeset_id'])}::uuid and t.status = 'scheduled' and t.active`);
    return set;
  });

function letterAbout(
  set: NamedSet,
  since: NonNullable<SetOutcome['since_preview']>,
  language: ReturnType<typeof languageOf>,
  publicUrl: string,
): Letter {
  const say = (key: Parameters<typeof mailText>[1], given = {}) => mailText(language, key, given);
  const isEmpty = since.state === 'empty';
  const locale = language === 'en' ? 'en-GB' : language;
  const count = (value: number) => value.toLocaleString(locale);
  // The wall clock of the company, as it was typed.
  const when = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' });
  const given = { name: plainName(set.name), when: when.format(new Date(`${set.apply_at.slice(0, 16)}Z`)) };
  return letterOf({
    language,
    subject: say(isEmpty ? 'set.empty.subject' : 'set.subject', given),
    paragraphs: [say(isEmpty ? 'set.empty.text' : 'set.text', given), say('set.why')],
    ...(!isEmpty && {
      figures: [
        [say('set.cells'), count(since.cells)],
        [say('set.ready'), count(since.ready)],
        [say('set.conflict'), count(since.conflict)],
        [say('set.unchanged'), count(since.unchanged)],
      ],
    }),
    link: { label: say('set.link'), address: `${publicUrl}/changes/${set.id}` },
  });
}
