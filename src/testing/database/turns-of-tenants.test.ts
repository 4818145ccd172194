import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { claimMail } from '@/server/mail/outbox';
import { takePlace } from '@/server/pdf/slots';
import { stage } from '../api/start';

const on = stage();

/** Runs in a transaction that is undone, with references and triggers off. */
async function tried<T>(run: (tx: typeof on.service.db) => Promise<T>): Promise<T> {
  const undo = new Error('undo');
  let made: { readonly value: T } | undefined;
  await on.service.db
    .transaction()
    .execute(async (tx) => {
      await sql`set local session_replication_role = replica`.execute(tx);
      made = { value: await run(tx) };
      throw undo;
    })
    .catch((error: unknown) => {
      if (error !== undo) throw error;
    });
  if (!made) throw new Error('It was run');
  return made.value;
}

const freeze = (tx: typeof on.service.db, tenant: string) =>
  sql`insert into tenant_move (tenant_id, name, frozen_at) values (${tenant}::uuid, 'moving', clock_timestamp())`.execute(
    tx,
  );

describe('work of many tenants', () => {
  it('in the archive is due by turns, and a frozen tenant fills no places', async () => {
    const { helsinki, other } = on.service.companies;
    const due = (isFrozen: boolean) =>
      tried(async (tx) => {
        await sql`insert into archive_queue (tenant_id, company_id, businessday_id, date, since)
          select ${helsinki.tenantId}::uuid, ${helsinki.companyId}::uuid, gen_random_uuid(),
            date '2000-01-15' + n * 31, '2001-01-01' from generate_series(1, 150) n`.execute(tx);
        await sql`insert into archive_queue (tenant_id, company_id, businessday_id, date, since)
          values (${other.tenantId}::uuid, ${other.companyId}::uuid, gen_random_uuid(), '2020-01-15', '2021-01-01')`.execute(
          tx,
        );
        if (isFrozen) await freeze(tx, helsinki.tenantId);
        const { rows } = await sql<{
          lineage: string[];
        }>`select * from archive_due('1 second')`.execute(tx);
        return rows.map(({ lineage }) => lineage[0]);
      });
    const all = await due(false);
    expect([all.length, all.indexOf(other.companyId)]).toEqual([100, 1]);
    expect(await due(true)).toEqual([other.companyId]);
  });

  it('on figures leaves a frozen tenant out', async () => {
    const { helsinki, other } = on.service.companies;
    const due = (isFrozen: boolean) =>
      tried(async (tx) => {
        for (const { tenantId, companyId } of [helsinki, other])
          await sql`insert into businessday_figures (tenant_id, company_id, businessday_id, month, currency)
            values (${tenantId}::uuid, ${companyId}::uuid, gen_random_uuid(), '2020-01-01', 'EUR')`.execute(
            tx,
          );
        if (isFrozen) await freeze(tx, helsinki.tenantId);
        const { rows } = await sql<{ lineage: string[] }>`select * from figures_due(1000)`.execute(tx);
        return rows.map(({ lineage }) => lineage[0]);
      });
    expect(new Set(await due(false))).toEqual(new Set([helsinki.companyId, other.companyId]));
    expect(await due(true)).toEqual([other.companyId]);
  });

  it('by mail has turns: one mail of another tenant is claimed beside a thousand, a link for a password first', async () => {
    const { helsinki, other } = on.service.companies;
    await sql`select mail_add(${helsinki.tenantId}::uuid, ${helsinki.companyId}::uuid, 'z_day', 'a@example.org', '{}', interval '1 hour')
      from generate_series(1, 1000)`.execute(on.service.db);
    await sql`select mail_add(${other.tenantId}::uuid, ${other.companyId}::uuid, 'z_day', 'b@example.org', '{}', interval '1 hour')`.execute(
      on.service.db,
    );
    await sql`select mail_add(null, null, 'password', 'c@example.org', '{}', interval '1 hour')`.execute(
      on.service.db,
    );
    const claimed: string[] = [];
    let after: string | undefined;
    for (let n = 0; n < 4; n += 1) {
      const mail = await claimMail(on.service.db, 60, after);
      after = mail?.tenant_id;
      claimed.push(mail?.recipient ?? '');
    }
    expect(claimed[0]).toBe('c@example.org');
    expect(claimed.slice(1, 3).toSorted()).toEqual(['a@example.org', 'b@example.org']);
    expect(claimed[3]).toBe('a@example.org');
  });

  it('has places for PDFs left when a chain takes all that it may', () => {
    const company = (tenantId: string, n: number) => ({ tenantId, companyId: `company ${n}` });
    const held = [1, 2, 3, 4].map((n) => takePlace(company('chain', n)));
    expect(() => takePlace(company('chain', 5))).toThrow('Other PDFs are being made');
    // The same id in another tenant is another company.
    const others = [1, 1].map((n) => takePlace(company('shop', n)));
    expect(() => takePlace(company('shop', 1))).toThrow('Other PDFs are being made');
    for (const giveBack of [...held, ...others]) giveBack();
    takePlace(company('chain', 5))();
  });
});
