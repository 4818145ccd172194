import { afterAll, beforeAll, expect, it } from 'vitest';
import { sql } from 'kysely';
import { createKey, serviceCaller } from '@/server/ops/companies';
import { sender, startTestService, type Sender, type TestService } from '@/testing/service';
import { loadDemo, loadDemoDays } from '../load';
import { demoMember, ensurePeople } from '../people';
import { company, group } from '../../testing/app/demo-service';

const helsinki = company('Rantakulma Helsinki');
const days = 12;
let service: TestService;
let send: Sender;
const now = new Date();

beforeAll(async () => {
  service = await startTestService();
  await loadDemo(service.db, now, days);
  await ensurePeople(service.db);
  await loadDemoDays(service.db, now, days);
  send = sender(
    service.fetch,
    await createKey(service.db, serviceCaller([helsinki.id, group.id]), 'Test', 'admin'),
  );
}, 120_000);
afterAll(() => service.close());

const questions = async () => (await send('GET', '/api/secure/question?page=1')).entities;

it('the demo has a question that waits for the accountant, one that waits for the manager, and one that was answered', async () => {
  const petri = demoMember('Rantakulma Helsinki', 'Petri Salmela');
  const found = (await questions()).map(
    ({ status, asked_of, asked_by }) =>
      `${String(status)}, by ${String(asked_by)}${asked_of === petri ? ', of Petri' : ''}`,
  );
  expect(found).toHaveLength(3);
  expect(new Set(found)).toEqual(
    new Set(['answered, by Petri Salmela', 'open, by Petri Salmela', 'open, by Aino Lehtonen, of Petri']),
  );
});

it('each is about a day at fault, and about the check that fails there', async () => {
  for (const { businessday_id, subject } of await questions()) {
    const report = Object(
      (await send('GET', `/api/secure/report/businessdaytx/${String(businessday_id)}`)).json,
    );
    const failing = report.checks.filter(({ ok }: { ok: boolean }) => !ok);
    expect(failing.map(({ code }: { code: string }) => `check.${code}`)).toContain(subject);
  }
});

it('a load that is run again asks nothing twice, and answers nothing twice', async () => {
  const before = await questions();
  await sql`delete from milestone where name = 'demo'`.execute(service.db);
  await loadDemoDays(service.db, now, days);
  expect(await questions()).toEqual(before);
});
