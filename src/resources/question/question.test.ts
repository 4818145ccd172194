import { expect, it } from 'vitest';
import { sql } from 'kysely';
import { inScope } from '@/server/db/db';
import { roles } from '@/contract/role';
import type { Json } from '@/testing/answer';
import { unknownId, stage } from '@/testing/api/start';
import { people } from '@/testing/people';
import { openShop } from '@/testing/shop';
import { checkCodes } from '@/days/report/schema/check-codes';
import { openQuestionsOf } from './server/open-questions.server';
import { figures } from './subjects';

const on = stage();
const path = '/api/secure/question';

/** A day with two receipts, and people who talk about it. */
async function dayInQuestion() {
  const shop = await openShop(on.send, on.samples);
  const day = await shop.openDay('2026-03-01');
  const receipt = shop.receipt(day);
  await on.send('POST', '/api/secure/sales', { json: receipt });
  const { person } = people(on);
  const [emma, petri, helmi] = await Promise.all([person('manager'), person('accountant'), person('admin')]);
  const ask = (more: Json = {}, as = petri) =>
    as.send('POST', path, { businessday_id: day, text: 'Where are the 20.00?', asked_of: emma.id, ...more });
  return { shop, day, receipt, person, emma, petri, helmi, ask };
}

it('a question is asked, answered, asked back and closed, and each of it is an event of its own', async () => {
  const { emma, petri, ask } = await dayInQuestion();
  const asked = await ask({ subject: 'check.cash' });
  expect([asked.status, asked.entity]).toMatchObject([
    201,
    { status: 'open', asked_by: 'Of helsinki', asked_by_id: petri.id, asked_of: emma.id, answers: [] },
  ]);
  const at = `${path}/${asked.entity.id}`;
  const answered = await emma.send('POST', `${at}/answer`, { text: ' In the safe ' });
  expect([answered.status, answered.entity['status'], answered.entity.version]).toEqual([200, 'answered', 2]);
  expect(answered.entity['answers']).toMatchObject([
    { by: 'Of helsinki', by_id: emma.id, text: 'In the safe' },
  ]);
  expect((await petri.send('POST', `${at}/answer`, { text: 'Which safe?' })).entity['status']).toBe('open');
  const closed = await petri.send('POST', `${at}/close`, {});
  expect(closed.entity).toMatchObject({ status: 'closed', closed_by: 'Of helsinki' });
  const late = await emma.send('POST', `${at}/answer`, { text: 'The red one' });
  expect([late.status, late.problem.code]).toEqual([409, 'question_state']);
  expect((await petri.send('POST', `${at}/reopen`, {})).entity).toMatchObject({
    status: 'open',
    closed_by: null,
  });
  const events = await petri.send('GET', `/api/secure/event?entity=question&entity_id=${asked.entity.id}`);
  expect(Object(events.json).data.map(({ payload }: Json) => Object.keys(Object(payload))[0])).toEqual([
    'text',
    'answer',
    'answer',
    'move',
    'move',
  ]);
});

it('an answer that is sent again with its key is stored once', async () => {
  const { emma, ask } = await dayInQuestion();
  const { entity } = await ask();
  const send = () =>
    emma.send('POST', `${path}/${entity.id}/answer`, { text: 'In the safe' }, { 'Idempotency-Key': 'one' });
  const [first, second] = [await send(), await send()];
  expect([first.status, second.text]).toEqual([200, first.text]);
  expect(second.entity['answers']).toHaveLength(1);
});

it('what was asked stands after an answer, whichever way it is written', async () => {
  const { emma, petri, helmi, shop, receipt, ask } = await dayInQuestion();
  const { entity } = await ask();
  const at = `${path}/${entity.id}`;
  expect((await petri.send('PUT', at, { text: 'Where are the 21.00?' })).status).toBe(200);
  await emma.send('POST', `${at}/answer`, { text: 'In the safe' });
  const before = (await petri.send('GET', at)).text;
  const other = await shop.openDay('2026-03-02');
  for (const change of [
    { text: 'Where is the sun?' },
    { subject: 'figure.gross' },
    { businessday_id: other },
    { sales_id: receipt['id'] },
  ])
    for (const send of [petri.send, helmi.send])
      for (const answer of [
        await send('PUT', at, change),
        await send('POST', path, { id: entity.id, ...change }),
        await send('POST', path, [{ id: entity.id, ...change }]),
      ])
        expect([answer.status, answer.problem.code]).toEqual([409, 'question_state']);
  expect((await petri.send('GET', at)).text).toBe(before);
  const whole = JSON.parse(before);
  expect((await petri.send('PUT', at, whole)).text).toBe(before);
});

it('nobody else than who asked and an administrator changes, closes or opens it; the person asked hands it on', async () => {
  const { emma, petri, helmi, person, ask } = await dayInQuestion();
  const { entity } = await ask();
  const at = `${path}/${entity.id}`;
  const other = await person('accountant');
  for (const [send, text] of [
    [other.send, 'Mine'],
    [emma.send, 'Mine'],
  ] as const) {
    for (const answer of [
      await send('PUT', at, { text }),
      await send('PUT', at, { active: false }),
      await send('POST', path, [{ id: entity.id, text }]),
      await send('POST', `${at}/close`, {}),
      await send('POST', `${at}/reopen`, {}),
    ])
      expect([answer.status, answer.problem.code]).toEqual([403, 'not_own_question']);
  }
  expect((await other.send('PUT', at, { asked_of: other.id })).problem.code).toBe('not_own_question');
  expect((await emma.send('PUT', at, { asked_of: other.id })).entity).toMatchObject({ asked_of: other.id });
  expect((await emma.send('PUT', at, { asked_of: emma.id })).problem.code).toBe('not_own_question');
  expect((await helmi.send('POST', `${at}/close`, {})).entity).toMatchObject({ status: 'closed' });
  expect((await petri.send('PUT', at, { asked_of: emma.id })).problem.code).toBe('question_state');
});

it('authorship and answers are the service’s: what a body says of them changes nothing', async () => {
  const { emma, petri, ask } = await dayInQuestion();
  const forged = { asked_by: 'Emma', asked_by_id: emma.id, answers: [{ text: 'Yes' }], status: 'closed' };
  const { entity } = await ask(forged);
  expect(entity).toMatchObject({ asked_by_id: petri.id, answers: [], status: 'open', closed_at: null });
  const same = await petri.send('PUT', `${path}/${entity.id}`, forged);
  expect([same.status, same.problem.errors?.every(({ code }) => code === 'read_only')]).toEqual([422, true]);
  expect(same.pointers.toSorted()).toEqual(['/answers', '/asked_by', '/asked_by_id', '/status']);
  expect((await petri.send('GET', `${path}/${entity.id}`)).entity).toEqual(entity);
});

it('SQL as the service’s own role rewrites neither authors, answers nor what was answered', async () => {
  const { emma, ask } = await dayInQuestion();
  const { entity } = await ask();
  await emma.send('POST', `${path}/${entity.id}/answer`, { text: 'In the safe' });
  const { helsinki } = on.service.companies;
  for (const change of [
    `asked_by = 'Emma'`,
    `asked_user = '${emma.id}'`,
    `answers = '[]'`,
    `answers = jsonb_set(answers, '{0,text}', '"No"')`,
    `text = 'Else'`,
    `subject = 'check.cash'`,
  ])
    await expect(
      inScope(on.service.db, helsinki, 'read write', (tx) =>
        tx.rows(sql`update question set ${sql.raw(change)} where id = ${entity.id}`),
      ),
    ).rejects.toThrow(/stays|append-only|stands/);
});

it('is about a day of the company, a receipt of that day, a check or a figure, and goes to who reads days', async () => {
  const { shop, receipt, person, ask } = await dayInQuestion();
  expect((await ask({ sales_id: receipt['id'] })).status).toBe(201);
  for (const code of checkCodes) expect((await ask({ subject: `check.${code}` })).status).toBe(201);
  for (const figure of figures) expect((await ask({ subject: `figure.${figure}` })).status).toBe(201);
  const elsewhere = await person('manager', 'tampere');
  const terminal = await person('terminal');
  const gone = await person('manager');
  await on.send('PUT', `/api/secure/user/${gone.id}`, { json: { active: false } });
  const otherDay = await shop.openDay('2026-03-02');
  for (const [change, pointer] of [
    [{ businessday_id: unknownId }, '/businessday_id'],
    [{ sales_id: unknownId }, '/sales_id'],
    [{ businessday_id: otherDay, sales_id: receipt['id'] }, '/sales_id'],
    [{ subject: 'check.nothing' }, '/subject'],
    [{ subject: 'figure.nothing' }, '/subject'],
    [{ subject: 'else' }, '/subject'],
    [{ asked_of: unknownId }, '/asked_of'],
    [{ asked_of: elsewhere.id }, '/asked_of'],
    [{ asked_of: terminal.id }, '/asked_of'],
    [{ asked_of: gone.id }, '/asked_of'],
    [{ text: ' ' }, '/text'],
  ] as const) {
    const answer = await ask(change);
    expect([change, answer.status, answer.pointers]).toEqual([change, 422, [pointer]]);
  }
});

it('stays with a person who left, and goes to somebody else then', async () => {
  const { emma, petri, helmi, ask } = await dayInQuestion();
  const { entity } = await ask();
  await on.send('PUT', `/api/secure/user/${emma.id}`, { json: { active: false } });
  const at = `${path}/${entity.id}`;
  expect((await petri.send('GET', at)).entity).toMatchObject({
    asked_of_name: 'Of helsinki',
    status: 'open',
  });
  expect((await petri.send('PUT', at, { text: 'Where?' })).pointers).toEqual(['/asked_of']);
  expect((await petri.send('PUT', at, { asked_of: helmi.id })).entity).toMatchObject({ asked_of: helmi.id });
});

it('is found by its state and by the person', async () => {
  const { day, emma, petri, helmi, ask } = await dayInQuestion();
  const [open, answered, closed] = [
    (await ask()).entity,
    (await ask()).entity,
    (await ask({ asked_of: helmi.id })).entity,
  ];
  await emma.send('POST', `${path}/${answered.id}/answer`, { text: 'In the safe' });
  await petri.send('POST', `${path}/${closed.id}/close`, {});
  const ids = async (query: string) =>
    (await petri.send('GET', `${path}?businessday_id=${day}&${query}`)).entities.map(({ id }) => id);
  expect(await ids('status=open')).toEqual([open.id]);
  expect(await ids('status=open,answered')).toEqual([open.id, answered.id]);
  expect(await ids('status=closed')).toEqual([closed.id]);
  expect(await ids(`person_id=${petri.id}`)).toEqual([open.id, answered.id, closed.id]);
  expect(await ids(`person_id=${emma.id}`)).toEqual([open.id, answered.id]);
  expect(await ids(`person_id=${helmi.id}`)).toEqual([closed.id]);
});

it('is nobody’s outside of its company and roles', async () => {
  const { emma, ask } = await dayInQuestion();
  const { entity } = await ask();
  const at = `${path}/${entity.id}`;
  for (const company of ['group', 'tampere', 'other'] as const) {
    const as = await on.service.as(company);
    for (const kind of ['answer', 'close', 'reopen'])
      expect(
        (await as('POST', `${at}/${kind}`, { json: kind === 'answer' ? { text: 'Yes' } : {} })).status,
      ).toBe(404);
    const names = (await as('GET', '/api/secure/question_person')).json;
    expect(JSON.stringify(names)).not.toContain(emma.id);
  }
  const terminal = await on.service.as('helsinki', 'terminal');
  for (const [method, address, json] of [
    ['GET', path, undefined],
    ['GET', '/api/secure/question_person', undefined],
    ['POST', `${at}/answer`, { text: 'Yes' }],
    ['POST', path, {}],
  ] as const)
    expect((await terminal(method, address, json && { json })).status).toBe(403);
  for (const role of roles.filter((one) => one !== 'terminal')) {
    const as = await on.service.as('helsinki', role);
    const names = Object((await as('GET', '/api/secure/question_person')).json);
    expect(names).toContainEqual({ id: emma.id, name: 'Of helsinki', role: 'manager' });
  }
});

it('a month is told which questions of its days nobody has closed', async () => {
  const { day, emma, petri, ask } = await dayInQuestion();
  const [one, two, three] = [(await ask()).entity, (await ask()).entity, (await ask()).entity];
  await emma.send('POST', `${path}/${two.id}/answer`, { text: 'In the safe' });
  await petri.send('POST', `${path}/${three.id}/close`, {});
  const { helsinki, tampere } = on.service.companies;
  const openOf = (caller: typeof helsinki, days: string[]) =>
    inScope(on.service.db, caller, 'read only', (tx) => openQuestionsOf(tx, caller, days));
  expect((await openOf(helsinki, [day])).map(({ id, status }) => [id, status])).toEqual([
    [one.id, 'open'],
    [two.id, 'answered'],
  ]);
  expect(await openOf(helsinki, [unknownId])).toEqual([]);
  expect(await openOf(tampere, [day])).toEqual([]);
});
