import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Resource } from '@/contract/resource';
import { samplesFor, type Samples } from '../../samples';
import type { TestService } from '../../service';
import { pathOf, pagesOf, resources, stage } from '../start';
import {
  actorOf,
  companies,
  otherSide,
  sides,
  twinGroups,
  type Actor,
  type Company,
  type Side,
} from './twin-groups';

const chosen = resources.filter(([, { generatesIds }]) => !generatesIds);
const isShared = (name: string) => resources.some(([, { name: known, shared }]) => known === name && shared);

/**
 * Ids that every resource of both tenants has, with the owning company on each side: the parent here, a child there.
 */
const owners: readonly (Readonly<Record<Side, Company>> & { readonly id: string })[] = [
  { id: crypto.randomUUID(), first: 'group', second: 'helsinki' },
  { id: crypto.randomUUID(), first: 'helsinki', second: 'tampere' },
  { id: crypto.randomUUID(), first: 'tampere', second: 'group' },
  { id: crypto.randomUUID(), first: 'group', second: 'group' },
  { id: crypto.randomUUID(), first: 'helsinki', second: 'helsinki' },
];

const sees = ({ company }: Actor, owner: Company, name: string) =>
  company === owner || (isShared(name) && owner === 'group');

/**
 * The isolation matrix (docs/threats.md#23) for parents, children and siblings of two tenants with the same ids of
 * companies, keys and records. Whatever one tenant reads and writes is its own.
 */
export function sameIdsInGroupsSuite(
  before: (service: TestService) => Promise<void> = async () => undefined,
): void {
  const on = stage();
  const { actors } = twinGroups(on);
  beforeAll(() => before(on.service));
  const samples = new Map<Actor, Samples>();
  const samplesOf = (actor: Actor): Samples => {
    const known = samples.get(actor) ?? samplesFor(actor.send);
    samples.set(actor, known);
    return known;
  };
  const secretOf = (side: Side, owner: Company) => `Secret of ${side} ${owner}`;

  beforeAll(async () => {
    for (const [, resource] of chosen) {
      for (const side of sides) {
        for (const { id, [side]: owner } of owners) {
          const actor = actorOf(actors, side, owner);
          const json = { ...(await samplesOf(actor).minimal(resource)), id, name: secretOf(side, owner) };
          const { status, text } = await actor.send('POST', pathOf(resource), { json });
          if (status !== 201) throw new Error(text);
        }
      }
    }
  });

  describe.each(chosen)('%s with the same ids in the companies of two tenants', (_, resource) => {
    const rowsOf = async (side: Side) => {
      const { tenantId } = actorOf(actors, side, 'group').caller;
      const { rows } = await sql`select to_jsonb(t) as row from ${sql.table(resource.name)} t
        where tenant_id = ${tenantId} order by id`.execute(on.service.db);
      return rows;
    };

    it('is read from the own tenant alone: records, lists, filters, cursors, the past and the trail', async () => {
      for (const actor of actors) {
        const { side, company, send } = actor;
        const otherSecret = `Secret of ${otherSide(side)}`;
        const own = companies.filter((owner) => sees(actor, owner, resource.name));
        for (const { id, [side]: owner } of owners) {
          const seen = own.includes(owner);
          const answer = await send('GET', pathOf(resource, id));
          expect([side, company, owner, answer.status]).toEqual([side, company, owner, seen ? 200 : 404]);
          if (seen) expect(answer.entity.name).toBe(secretOf(side, owner));
          const list = await send('GET', pagesOf(resource, `id=${id}`));
          expect([list.header('x-total-count'), list.text.includes(otherSecret)]).toEqual([
            seen ? '1' : '0',
            false,
          ]);
          const trail = await send('GET', `/api/secure/event?page=1&entity=${resource.name}&entity_id=${id}`);
          expect([trail.status, trail.text.includes(otherSecret)]).toEqual([200, false]);
          expect(trail.text === '[]').toBe(company !== owner);
        }
        for (const query of [
          '',
          'q=secret',
          'q=secret%20of',
          ...companies.map((one) => `company_id=${actorOf(actors, side, one).caller.companyId}`),
        ]) {
          const list = await send('GET', pagesOf(resource, query));
          expect([query, list.status, list.text.includes(otherSecret)]).toEqual([query, 200, false]);
          const wanted = owners.filter(({ [side]: owner }) => own.includes(owner)).length;
          if (query.startsWith('q=')) expect(list.header('x-total-count')).toBe(String(wanted));
        }
        const seen: string[] = [];
        for (let cursor = ''; ;) {
          const { step } = await send('GET', `${pathOf(resource)}?limit=2${cursor && `&cursor=${cursor}`}`);
          seen.push(...step.data.map(({ name }) => name));
          if (!step.has_more) break;
          cursor = step.next_cursor;
        }
        expect(seen.filter((name) => name.startsWith('Secret')).toSorted()).toEqual(
          owners
            .filter(({ [side]: owner }) => own.includes(owner))
            .map(({ [side]: owner }) => secretOf(side, owner))
            .toSorted(),
        );
      }
    });

    it('is written in the own tenant alone, by path, by id and in arrays, whoever owns the id in the other', async () => {
      for (const actor of actors) {
        const { side, company, send } = actor;
        const theirs = await rowsOf(otherSide(side));
        for (const { id, [side]: owner } of owners) {
          const context = [side, company, owner];
          if (owner === company) {
            if (resource.acceptedOnce) continue;
            for (const active of [false, true]) {
              const put = await send('PUT', pathOf(resource, id), { json: { active } });
              expect([...context, put.status, put.entity.active]).toEqual([...context, 200, active]);
              const post = await send('POST', pathOf(resource), { json: [{ id, active }] });
              expect([...context, post.status]).toEqual([...context, 200]);
            }
            continue;
          }
          const mine = await rowsOf(side);
          const seen = sees(actor, owner, resource.name);
          const put = await send('PUT', pathOf(resource, id), { json: { name: 'Taken', active: false } });
          expect([...context, put.status]).toEqual([...context, seen ? 403 : 404]);
          const body = { ...(await samplesOf(actor).minimal(resource)), id, name: 'Taken' };
          for (const json of [body, [body]]) {
            const post = await send('POST', pathOf(resource), { json });
            expect([...context, post.status]).toEqual([...context, seen ? 403 : 409]);
          }
          expect(await rowsOf(side)).toEqual(mine);
        }
        expect(await rowsOf(otherSide(side))).toEqual(theirs);
      }
    });

    it('refers to what is in sight in the own tenant alone', async () => {
      const references = referencesOf(resource);
      for (const actor of actors) {
        for (const { name, to } of references) {
          for (const { id, [actor.side]: owner } of owners) {
            const seen = sees(actor, owner, to);
            const json = { ...(await samplesOf(actor).minimal(resource)), [name]: id };
            const { status } = await actor.send('POST', pathOf(resource), { json });
            expect([actor.side, actor.company, name, owner, status]).toEqual([
              actor.side,
              actor.company,
              name,
              owner,
              seen ? 201 : 422,
            ]);
            const list = await actor.send('GET', pagesOf(resource, `${name}=${id}`));
            expect(list.text.includes(`Secret of ${otherSide(actor.side)}`)).toBe(false);
          }
        }
      }
    });
  });

  it('companies, people and keys with the same ids are listed, read and changed by their own tenant alone', async () => {
    const userId = crypto.randomUUID();
    for (const { side, company, caller } of actors) {
      await sql`insert into "user" (tenant_id, company_id, id, active, name, data, created_at, modified_at, email, role)
        values (${caller.tenantId}, ${caller.companyId}, ${company === 'helsinki' ? userId : crypto.randomUUID()}, true,
          ${`User of ${side} ${company}`}, '{}', now(), now(), ${`${side}.${company}@example.org`}, 'manager')`.execute(
        on.service.db,
      );
    }
    for (const { side, company, caller, send } of actors) {
      const otherSecret = new RegExp(
        side === 'first' ? 'Second |of second|second\\.' : '"(?:Group|Helsinki|Tampere)"|of first|first\\.',
      );
      const me = await send('GET', '/api/secure/me');
      for (const path of [
        'company',
        'user',
        'apikey',
        'securityevent',
        'event',
        `company/${caller.companyId}`,
        'me',
      ]) {
        const answer = path === 'me' ? me : await send('GET', `/api/secure/${path}`);
        expect([side, company, path, answer.status, otherSecret.exec(answer.text)?.[0]]).toEqual([
          side,
          company,
          path,
          200,
          undefined,
        ]);
      }
      const renamed = await send('PUT', `/api/secure/company/${caller.companyId}`, {
        json: { ident: `${side} ${company}` },
      });
      expect([side, company, renamed.status]).toEqual([side, company, 200]);
      if (company !== 'helsinki') continue;
      const changed = await send('PUT', `/api/secure/user/${userId}`, {
        json: { role: 'accountant', name: `Renamed by ${side}` },
      });
      expect([changed.status, changed.entity.name]).toEqual([200, `Renamed by ${side}`]);
    }
    const { rows } = await sql<{ who: string; ident: string }>`select u.name as who, c.ident from "user" u
      join company c on c.tenant_id = u.tenant_id and c.id = u.company_id where u.id = ${userId} order by 1`.execute(
      on.service.db,
    );
    expect(rows).toEqual(sides.map((side) => ({ who: `Renamed by ${side}`, ident: `${side} helsinki` })));
  });
}

// Records whose ids the service makes (people) have no ids of both tenants to refer to.
const referencesOf = (resource: Resource) =>
  Object.entries(resource.fields).flatMap(([name, field]) =>
    field.references && !field.readOnly && chosen.some(([known]) => known === field.references)
      ? [{ name, to: field.references }]
      : [],
  );
