import { sql } from 'kysely';
import { afterEach, describe, expect, it } from 'vitest';
import { companyMailsSchema, type CompanyMail } from '@/contract/mail/mails';
import { addMailAlone, claimMail, settleMail, type Outcome } from '@/server/mail/outbox';
import { stage } from '@/testing/api/start';
import { people } from '@/testing/people';

const on = stage();
const { invite } = people(on);
const path = '/api/secure/mail';

afterEach(() =>
  on.service.db.transaction().execute(async (tx) => {
    await sql`set local role tillhouse_auth`.execute(tx);
    await sql`delete from mail_outbox`.execute(tx);
  }),
);

const add = (recipient: string, data: Record<string, unknown>, of: 'helsinki' | 'tampere' = 'helsinki') =>
  addMailAlone(on.service.db, {
    ...on.service.companies[of],
    kind: 'reportmail_id' in data ? 'z_day' : 'invitation',
    recipient,
    data,
    hours: 24,
  });
/** Ends an attempt on the next mail that is due. */
async function end(outcome: Outcome, problem: string | null) {
  const mail = await claimMail(on.service.db, 300);
  if (!mail) throw new Error('A mail is due');
  await settleMail(on.service.db, mail, outcome, problem, 3600);
}
const list = async (query = ''): Promise<CompanyMail[]> => {
  const answer = await on.send('GET', `${path}${query}`);
  expect([answer.status, answer.status === 200 ? '' : answer.text]).toEqual([200, '']);
  return companyMailsSchema.parse(answer.json);
};

describe('the mail of a company', () => {
  it('is one list for its administrator: to whom, about what, for whom, and why one was not sent', async () => {
    const { id: user_id } = await invite('manager', 'helsinki', 'cashier@example.org');
    const report = await on.send('POST', '/api/secure/reportmail', {
      json: { name: 'To the office', frequency: 'daily', data: { recipients: ['office@example.org'] } },
    });
    await on.service.db.transaction().execute(async (tx) => {
      await sql`set local role tillhouse_auth`.execute(tx);
      await sql`delete from mail_outbox where kind = 'recipient'`.execute(tx);
    });
    await add('cashier@example.org', { user_id });
    await end('sent', null);
    await add('office@example.org', { reportmail_id: report.entity.id });
    await end('failed', '550 No such user');
    await add('gone@example.org', { user_id: crypto.randomUUID() });
    await end('waiting', 'The server does not answer');
    await add('soon@example.org', { user_id });
    expect((await list()).map((one) => [one.recipient, one.state, one.problem, one.attempts])).toEqual([
      ['soon@example.org', 'waiting', null, 0],
      ['gone@example.org', 'waiting', 'The server does not answer', 1],
      ['office@example.org', 'failed', '550 No such user', 1],
      ['cashier@example.org', 'sent', null, 1],
    ]);
    expect((await list()).map((one) => [one.kind, one.resource, one.record_id, one.sent_for])).toEqual([
      ['invitation', 'user', user_id, null],
      ['invitation', null, null, null],
      ['z_day', 'reportmail', report.entity.id, 'helsinki admin'],
      ['invitation', 'user', user_id, null],
    ]);
    expect((await list('?state=failed')).map(({ name }) => name)).toEqual(['To the office']);
    const second = await on.send('GET', `${path}?state=waiting&pageSize=1&page=2`);
    expect([second.header('x-total-count'), companyMailsSchema.parse(second.json)[0]?.recipient]).toEqual([
      '2',
      'gone@example.org',
    ]);
  });

  it('is of the company alone, and of administrators', async () => {
    await add('ours@example.org', {});
    await add('theirs@example.org', {}, 'tampere');
    expect((await list()).map(({ recipient }) => recipient)).toEqual(['ours@example.org']);
    for (const company of ['group', 'tampere', 'other'] as const)
      expect((await (await on.service.as(company))('GET', path)).text).not.toContain('ours@example.org');
    for (const role of ['accountant', 'manager', 'terminal'] as const)
      expect((await (await on.service.as('helsinki', role))('GET', path)).status).toBe(403);
  });

  it.each([
    ['?state=lost', ['?state']],
    ['?page=0&pageSize=1001', ['?page', '?pageSize']],
    ['?state=sent&state=failed', ['?state']],
    ['?recipient=x', ['?recipient']],
  ])('asked with %s is 400 that names the parameter', async (query, pointers) => {
    const answer = await on.send('GET', `${path}${query}`);
    expect([answer.status, answer.problem.code, answer.pointers.toSorted()]).toEqual([
      400,
      'invalid_query',
      pointers,
    ]);
  });
});
