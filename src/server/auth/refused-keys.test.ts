import { expect, it } from 'vitest';
import { z } from 'zod';
import { stage } from '@/testing/api/start';
import { people } from '@/testing/people';

const on = stage();
const { browser, person } = people(on);

const entry = z.looseObject({
  address: z.string().nullable(),
  detail: z.string().nullable(),
  who: z.string().nullable(),
});
const page = z.looseObject({ data: z.array(entry) });
const log = async (query: string, company: 'helsinki' | 'tampere' = 'helsinki') => {
  const send = await on.service.as(company);
  return page.parse((await send('GET', `/api/secure/securityevent?sort=-at&limit=200${query}`)).json).data;
};

it('the security log has the use of a revoked, expired or wrong key, with its prefix and address, counted', async () => {
  const admin = await person('admin');
  const made = await admin.send('POST', '/api/secure/apikey', { name: 'Till 7', role: 'terminal' });
  const { key } = z.looseObject({ key: z.string() }).parse(made.json);
  const id = made.entity.id;
  const prefix = key.slice(0, 13);
  const wrong = `${prefix}_${'x'.repeat(43)}`;
  const unknown = `th_0123456789_${'x'.repeat(43)}`;
  let from = 0;
  const use = async (secret: string, address = `192.0.2.${(from += 1)}`) =>
    browser(undefined, address).send('GET', '/api/secure/plu', undefined, {
      Authorization: `Bearer ${secret}`,
    });
  const plain = (await use(unknown)).problem.detail;
  for (let n = 0; n < 12; n += 1) expect((await use(wrong, '192.0.2.200')).problem.detail).toBe(plain);
  await use(wrong, '192.0.2.201');
  expect((await log(`&key_id=${id}&kind=key_wrong`)).map(({ address, detail }) => [address, detail])).toEqual(
    [
      ['192.0.2.201', `${prefix} ×1`],
      ['192.0.2.200', `${prefix} ×10`],
      ['192.0.2.200', `${prefix} ×1`],
    ],
  );
  await admin.send('PUT', `/api/secure/apikey/${id}`, { active: false });
  const revoked = await use(key, '192.0.2.202');
  expect([revoked.status, revoked.problem.code]).toEqual([401, 'unauthenticated']);
  expect(revoked.problem.detail).toMatch(/^This API key was revoked at 20\d\d-\S+Z by Of helsinki$/);
  const signIn = await browser(undefined, '192.0.2.202').send('POST', '/api/session', { key });
  expect([signIn.status, signIn.problem.detail]).toEqual([401, revoked.problem.detail]);
  // A key that only begins like it learns nothing of that.
  expect((await use(wrong)).problem.detail).toBe(plain);
  expect((await log(`&key_id=${id}&kind=key_used_revoked`)).map(({ detail, who }) => [detail, who])).toEqual([
    [`${prefix} ×1`, 'Till 7'],
  ]);
  const late = await admin.send('POST', '/api/secure/apikey', {
    name: 'Late',
    role: 'terminal',
    expires_at: new Date(Date.now() + 1500).toISOString(),
  });
  await new Promise((resolve) => setTimeout(resolve, 1700));
  const ended = await use(z.looseObject({ key: z.string() }).parse(late.json).key);
  expect(ended.problem.detail).toMatch(/^This API key ended at 20/);
  expect(await log(`&key_id=${late.entity.id}&kind=key_used_expired`)).toHaveLength(1);
  expect(await log(`&key_id=${id}`, 'tampere')).toEqual([]);
  expect(JSON.stringify(await log(`&key_id=${id}`))).not.toContain(key);
});
