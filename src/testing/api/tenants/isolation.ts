import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Resource } from '@/contract/resource';
import type { Entity } from '../../answer';
import { samplesFor, type Samples } from '../../samples';
import type { CompanyName, Sender, TestService } from '../../service';
import { pathOf, unknownId, pagesOf, resources, stage } from '../start';

const names: CompanyName[] = ['group', 'helsinki', 'tampere', 'other'];

/** Returns a field of the resource that is a foreign key, for the matrix of references. */
const references = (resource: Resource) =>
  Object.entries(resource.fields).flatMap(([name, field]) =>
    field.references ? [{ name, to: field.references }] : [],
  );

const isShared = (name: string) => resources.some(([, { name: known, shared }]) => known === name && shared);

/**
 * The isolation matrix (docs/threats.md#1): every resource × verb × owner, in paths, bodies, arrays, filters and
 * references.
 */
export function isolationSuite(
  before: (service: TestService) => Promise<void> = async () => undefined,
): void {
  const on = stage();
  beforeAll(() => before(on.service));
  describe.each(resources)('the walls between companies, for %s', (_, resource) => {
    const senders = new Map<CompanyName, Sender>();
    const samples = new Map<CompanyName, Samples>();
    const records = new Map<CompanyName, Entity>();
    const pick = <T>(map: ReadonlyMap<CompanyName, T>, name: CompanyName): T => {
      const value = map.get(name);
      if (value === undefined) throw new Error(`Nothing for ${name}`);
      return value;
    };
    const sees = (who: CompanyName, whose: CompanyName) =>
      who === whose || (resource.shared && whose === 'group' && who !== 'other');
    const pairs = names.flatMap((who) =>
      names.filter((name) => name !== who).map((whose) => ({ who, whose, seen: sees(who, whose) })),
    );
    const everything = async () => {
      const { rows } =
        await sql`select to_jsonb(t) as row from ${sql.table(resource.name)} t order by tenant_id, id`.execute(
          on.service.db,
        );
      return rows;
    };

    beforeAll(async () => {
      for (const name of names) {
        const send = await on.service.as(name);
        senders.set(name, send);
        samples.set(name, samplesFor(send));
        const body = { ...(await pick(samples, name).full(resource)), name: `Secret of ${name}` };
        records.set(name, (await send('POST', pathOf(resource), { json: body })).entity);
      }
    });

    it.each(pairs)('$who reads the record of $whose: $seen', async ({ who, whose, seen }) => {
      const send = pick(senders, who);
      const { id, company_id } = pick(records, whose);
      const answer = await send('GET', pathOf(resource, id));
      expect(answer.status).toBe(seen ? 200 : 404);
      if (!seen) {
        const absent = await send('GET', pathOf(resource, unknownId));
        const anonymous = (text: string) => text.replaceAll(/req_[0-9a-f]+/g, '');
        expect(anonymous(answer.text)).toBe(anonymous(absent.text));
        const headers = (list: Headers) => [...list].filter(([name]) => name !== 'x-request-id');
        expect(headers(answer.headers)).toEqual(headers(absent.headers));
      }
      for (const query of [
        '',
        `id=${id}`,
        `company_id=${company_id}`,
        `q=secret%20of%20${whose}`,
        'limit=1000',
        `limit=9&id=${id}`,
      ]) {
        const list = await send(
          'GET',
          query.includes('limit') ? `${pathOf(resource)}?${query}` : pagesOf(resource, query),
        );
        expect([query, list.text.includes(id)]).toEqual([query, seen]);
        if (!seen && query.includes('id=') && !query.includes('limit')) {
          expect([query, list.text, list.header('x-total-count')]).toEqual([query, '[]', '0']);
        }
      }
    });

    it.each(pairs)(
      '$who cannot write the record of $whose, by path, by id, or in an array',
      async ({ who, whose, seen }) => {
        const send = pick(senders, who);
        const { id } = pick(records, whose);
        const before = await everything();
        const put = await send('PUT', pathOf(resource, id), { json: { name: 'Taken', active: false } });
        expect([put.status, put.problem.code]).toEqual(seen ? [403, 'owned_by_parent'] : [404, 'not_found']);
        const body = { ...(await pick(samples, who).minimal(resource)), id, name: 'Taken' };
        const post = await send('POST', pathOf(resource), { json: body, headers: { 'If-Match': '"1"' } });
        expect(post.status).toBe(seen ? 403 : 412);
        if (resource.generatesIds && !seen) {
          const answer = await send('POST', pathOf(resource), { json: [body] });
          expect([answer.status, answer.pointers]).toEqual([422, ['/0/id']]);
        } else if (
          seen ||
          pick(records, whose).company_id === on.service.companies.other.companyId ||
          who === 'other'
        ) {
          if (seen) expect((await send('POST', pathOf(resource), { json: [body] })).pointers).toEqual(['/0']);
        } else {
          const own = pick(records, who).id;
          const answer = await send('POST', pathOf(resource), { json: [{ id: own, active: true }, body] });
          expect([answer.status, answer.pointers]).toEqual([409, ['/1/id']]);
        }
        expect(await everything()).toEqual(before);
      },
    );

    it("makes a record of its own with another tenant's id, and leaves that one alone", async () => {
      const theirs = pick(records, 'helsinki');
      const body = { ...(await pick(samples, 'other').minimal(resource)), id: theirs.id, name: 'Mine' };
      const answer = await pick(senders, 'other')('POST', pathOf(resource), { json: body });
      if (resource.generatesIds) expect([answer.status, answer.pointers]).toEqual([422, ['/id']]);
      else
        expect([answer.status, answer.entity.company_id]).toEqual([
          201,
          on.service.companies.other.companyId,
        ]);
      expect((await pick(senders, 'helsinki')('GET', pathOf(resource, theirs.id))).entity).toEqual(theirs);
    });

    it.each(references(resource))(
      'refers by $name to the own company and its ancestors alone',
      async ({ name, to }) => {
        const send = pick(senders, 'helsinki');
        const before = await everything();
        // Only shared records of an ancestor are visible and can be referenced.
        const inSight = isShared(to) ? ['helsinki', 'group'] : ['helsinki'];
        for (const whose of names) {
          const id = pick(records, whose)[name];
          const body = { ...(await pick(samples, 'helsinki').minimal(resource)), [name]: id };
          const answer = await send('POST', pathOf(resource), {
            json: [await pick(samples, 'helsinki').minimal(resource), body],
          });
          const list = await send('GET', pagesOf(resource, `${name}=${String(id)}`));
          if (inSight.includes(whose)) expect([to, answer.status]).toEqual([to, 200]);
          else {
            expect([whose, answer.status, answer.problem.errors?.[0]]).toMatchObject([
              whose,
              422,
              { pointer: `/1/${name}`, code: 'reference_not_found' },
            ]);
            expect(list.text).toBe('[]');
            const update = await send('PUT', pathOf(resource, pick(records, 'helsinki').id), {
              json: { [name]: id },
            });
            expect([update.status, update.pointers]).toEqual([422, [`/${name}`]]);
          }
        }
        expect((await everything()).length).toBe(before.length + 2 * inSight.length);
      },
    );

    it('names from inside data what is in sight alone, and lets stand what was there', async () => {
      const theirs = pick(records, 'tampere');
      const named = resource.dataReferences(resource.data.parse(theirs.data));
      const body = await pick(samples, 'helsinki').minimal(resource);
      // A voucher number is unique.
      const { voucher_num: _, ...data } = theirs.data;
      const answer = await pick(senders, 'helsinki')('POST', pathOf(resource), {
        json: [{ ...body, ...(!resource.generatesIds && { id: unknownId }), data }],
      });
      if (named.length === 0) expect(answer.status).toBe(200);
      else {
        expect(answer.status).toBe(422);
        expect(answer.pointers.toSorted()).toEqual(
          named.map(({ pointer }) => `/0/data${pointer}`).toSorted(),
        );
        expect((await pick(senders, 'helsinki')('GET', pathOf(resource, unknownId))).status).toBe(404);
      }
    });
  });
}
