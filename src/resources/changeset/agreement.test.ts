import { expect, it } from 'vitest';
import { contracts } from '@/resources/contracts';
import type { Entity, Json } from '@/testing/answer';
import { stage } from '@/testing/api/start';
import { changeSets, makeProducts } from '@/testing/change-sets';

const on = stage();
/** The environment sets how many; the proof is 1,000 (docs/proofs.md). */
const rounds = Number(process.env['RANDOM_SETS'] ?? 40);

/** A pseudo-random generator with a seed (mulberry32). */
function dice(seed: number) {
  let state = seed;
  return (below: number): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) % below;
  };
}

it('a preview says of each item of a random set what the apply then does, if nobody writes between', async () => {
  const seed = Date.now() % 1_000_000;
  const roll = dice(seed);
  const pick = <T>(from: readonly T[]): T => {
    const one = from[roll(from.length)];
    if (one === undefined) throw new Error('There is nothing to pick from');
    return one;
  };
  const mine = await makeProducts(on.send, on.samples, 12, () => ({ data: { cost_price: 1, tags: ['a'] } }));
  const theirs = await (
    await on.service.as('group')
  )('POST', '/api/secure/dpt', { json: { name: 'Theirs' } });
  const customer = (await on.send('POST', '/api/secure/customer', { json: { name: 'Maija' } })).entity;
  const minimal = await on.samples.minimal(contracts.plu);
  const patches: (() => Json)[] = [
    () => ({ base_price: `${1 + roll(9)}.00` }),
    () => ({ base_price: pick(['x', '-0', '1e5', 4]) }),
    () => ({ name: pick(['', ' ', 'New name']) }),
    () => ({ dpt_id: pick([theirs.entity.id, crypto.randomUUID(), 'no']) }),
    () => ({ nonsense: roll(3) }),
    () => ({ version: roll(3), active: roll(2) === 0 }),
    () => ({ data: { cost_price: pick([1, 2.5, 'x', null]) } }),
    () => ({ data: { tags: pick([['a'], ['b'], null, 'x']), sales_unit: pick([0, 1, null]) } }),
    () => ({ data: { prices: { [pick([crypto.randomUUID(), 'x'])]: { amount: 1 } } } }),
    () => ({ data: { supply: [{ supplier: pick([crypto.randomUUID(), 1]) }] } }),
    () => ({ data: pick([{}, { deep: { x: [1, null] } }, { memo: null }]) }),
  ];
  const item = (): Json => {
    const kind = roll(10);
    const patch = { ...pick(patches)(), ...(roll(3) === 0 && pick(patches)()) };
    if (kind === 0) return { resource: 'plu', record_id: null, patch: { ...minimal, ...patch } };
    if (kind === 1)
      return { resource: 'dpt', record_id: pick([theirs.entity.id, null]), patch: { name: pick(['', 'D']) } };
    if (kind === 2)
      return { resource: 'customer', record_id: customer.id, patch: { name: pick(['', 'Matti']), ...patch } };
    if (kind === 3) return { resource: 'plu', record_id: crypto.randomUUID(), patch };
    return { resource: 'plu', record_id: pick<Entity>(mine).id, patch, ...(roll(3) === 0 && { version: 1 }) };
  };
  const seen = new Set<string>();
  for (let round = 0; round < rounds; round += 1) {
    const sets = changeSets(on.send);
    const id = await sets.draft(Array.from({ length: 1 + roll(8) }, item));
    if (roll(2) === 0) {
      const json = { base_price: `${1 + roll(9)}.50`, data: { tags: [pick(['a', 'b', 'c'])] } };
      await on.send('PUT', `/api/secure/plu/${pick<Entity>(mine).id}`, { json });
    }
    await sets.move(id, 'preview');
    const before = await sets.items(id);
    await sets.move(id, 'apply');
    const after = await sets.items(id);
    const said = before.map(({ n, state, problems }) => [n, state === 'ready' ? 'applied' : state, problems]);
    expect([seed, round, after.map(({ n, state, problems }) => [n, state, problems])]).toEqual([
      seed,
      round,
      said,
    ]);
    for (const { state } of after) seen.add(state);
  }
  expect([...seen].toSorted()).toEqual(
    expect.arrayContaining(['applied', 'conflict', 'refused', 'unchanged']),
  );
});
