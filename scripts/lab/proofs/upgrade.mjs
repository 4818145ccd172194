import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { root } from '../../steps.mjs';
import { client } from '../api.mjs';
import { makeShop, receipt, sellDay } from '../receipts.mjs';
import { asker, dice, must, together } from './ask.mjs';
import { postgresUnder } from './postgres.mjs';
import { serve } from './serve.mjs';
import { proveVerified } from './verify.mjs';

/** What a later version declares of receipts that this one does not: other words to search, another index. */
const declared = {
  search: `concat_search(name, receipt_num, cashier->>'name')`,
  index: '(tenant_id, company_id, completed_at)',
};
const ofDay = 10_000;
const tills = 4;
const kills = 5;

/** @typedef {import('./ask.mjs').Sql} Sql */

/**
 * Measures how long tills wait that post to a service of an earlier commit, while a later one starts that has to make the
 * search of all receipts anew and to build an index: as the earlier commit does it, and as this one does. Then the
 * starting service is killed several times, the last time with PostgreSQL, and what it leaves is checked.
 *
 * @param {{ older: string, folder: string, env: NodeJS.ProcessEnv, key: string, receipts: number, seed: number, sql: Sql, databaseUrl: string,
 *   say: (line: string) => void }} parts `older`: the folder of the earlier commit, built
 */
export async function proveUpgrade({ older, folder, env, key, receipts, seed, sql, databaseUrl, say }) {
  const by = dice(seed);
  const first = await serve(env, older);
  try {
    const send = client(first.address, key);
    const shop = await makeShop(send, 'Market hall');
    for (let n = 1; n <= Math.ceil(receipts / ofDay); n += 1)
      await sellDay(send, shop, `2026-03-${String(n).padStart(2, '0')}`, ofDay);
    const date = '2026-04-01';
    const opened = await send('POST', '/api/secure/businessday', { location_id: shop.location_id, date });
    must(opened.status === 201, () => `A day was answered with ${opened.status}`);
    let number = 0;
    const next = () => receipt(shop, opened.body.id, date, (number += 1), 1_000_000, 5);
    const ask = asker(fetch, first.address, key);
    const alone = await measured(ask, next, () => wait(5000));
    say(`${receipts} receipts; ${tills} tills, nothing else: the longest post took ${alone.longest} ms`);
    const before = await later(older, path.join(folder, 'later-before'), 'currency');
    const was = await measured(ask, next, () => startAndStop(env, before));
    say(`upgrade as before: ${told(was)}`);
    const after = await later(root, path.join(folder, 'later-now'), 'type');
    const is = await measured(ask, next, () => startAndStop(env, after));
    say(`upgrade now: ${told(is)}`);
    const killed = await measured(ask, next, async () => {
      for (let n = 0; n < kills; n += 1) await startAndKill(env, 300 + by.int(4000));
    });
    say(`${kills} starts killed: ${told(killed)}`);
    first.kill();
    await first.ended;
    const ended = startAndKill(env, 300 + by.int(2000), () => postgresUnder(folder));
    await ended;
    await inTime(() => sql('select 1'));
    await startAndStop(env, root);
    await requireSearched(sql, receipts + number);
    return [
      `upgrade beside ${tills} tills, ${receipts} receipts: before ${told(was)}; now ${told(is)}; ${kills + 1} starts killed, one with PostgreSQL: every receipt is searched once and as declared`,
      ...(await proveVerified(databaseUrl)),
    ];
  } finally {
    first.kill();
    await first.ended;
  }
}

/** @param {{ seconds: number, longest: number, refused: number, count: number }} of */
const told = ({ seconds, longest, refused, count }) =>
  `${seconds.toFixed(1)} s, ${count} receipts meanwhile, the longest took ${(longest / 1000).toFixed(2)} s until it was accepted, ${refused} answers of 503`;

/**
 * Lets tills post while `work` is done. `longest`: milliseconds from the first attempt of a receipt until it was accepted.
 *
 * @param {import('./ask.mjs').Ask} ask @param {() => unknown} next @param {() => Promise<unknown>} work
 */
async function measured(ask, next, work) {
  const now = { goesOn: true, longest: 0, refused: 0, count: 0 };
  const posting = together(tills, async () => {
    while (now.goesOn) {
      const json = next();
      const sent = performance.now();
      for (;;) {
        const { status, text } = await ask('POST', '/api/secure/sales', { json });
        if (status < 300) break;
        must(status === 503, () => `${status}: ${text}`);
        now.refused += 1;
        await wait(100);
      }
      now.longest = Math.max(now.longest, Math.round(performance.now() - sent));
      now.count += 1;
      await wait(20);
    }
  });
  const began = performance.now();
  await work();
  const seconds = (performance.now() - began) / 1000;
  now.goesOn = false;
  await posting;
  return { ...now, seconds };
}

/**
 * Makes a folder with the built service of another one, in which receipts are declared differently.
 *
 * @param {string} from @param {string} folder @param {string} column that is searched as well, and indexed
 */
async function later(from, folder, column) {
  await mkdir(folder);
  for (const name of ['scripts', 'dist', 'package.json'])
    await cp(path.join(from, name), path.join(folder, name), { recursive: true });
  await symlink(path.join(root, 'node_modules'), path.join(folder, 'node_modules'));
  const file = path.join(folder, 'dist/server/server.js');
  const text = await readFile(file, 'utf8');
  const changed = text
    .replace(declared.search, declared.search.replace(')', `, ${column})`))
    .replace(declared.index, declared.index.replace(')', `, ${column})`));
  must(
    text.includes(declared.search) && text.includes(declared.index),
    () => 'The declaration of receipts is another one now: change it in proofs/upgrade.mjs',
  );
  await writeFile(file, changed);
  return folder;
}

/** @param {NodeJS.ProcessEnv} env @param {string} cwd */
async function startAndStop(env, cwd) {
  const service = await serve(env, cwd);
  service.kill();
  await service.ended;
}

/**
 * Starts this version and kills it so many milliseconds after it says that it upgrades, `others` with it.
 *
 * @param {NodeJS.ProcessEnv} env @param {number} after @param {() => Promise<number[]>} [others]
 */
async function startAndKill(env, after, others = async () => []) {
  const child = spawn(process.execPath, ['scripts/serve.mjs'], {
    cwd: root,
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  await Promise.race([once(child.stdout, 'data'), ended]);
  await wait(after);
  for (const pid of await others()) process.kill(pid, 'SIGKILL');
  child.kill('SIGKILL');
  await ended;
}

/** Waits until PostgreSQL is back, at most 30 seconds. @param {() => Promise<unknown>} asks */
async function inTime(asks) {
  for (const limit = performance.now() + 30_000; ; await wait(200)) {
    const isBack = await asks().then(
      () => true,
      () => false,
    );
    if (isBack) return;
    must(performance.now() < limit, () => 'PostgreSQL did not come back');
  }
}

/** @param {Sql} sql @param {number} least */
async function requireSearched(sql, least) {
  const [{ count, wrong, left }] = await sql(
    `
    select count(k.id)::int as count,
      count(*) filter (where (k.seq, k.active, k.name, k.words)
        is distinct from (t.seq, t.active, t.name, ${declared.search}))::int as wrong,
      (select count(*)::int from pg_class where relname ~ '^sales_(next|.*_(next|former)$)')
        + (select count(*)::int from pg_index where not indisvalid)
        + (select count(*)::int from pg_trigger where tgname like 'searched_next%') as left
    from (select *, name as receipt_name from sales) t full join sales_search k using (tenant_id, id)`.replaceAll(
      declared.search,
      declared.search.replace('(name', '(t.name'),
    ),
  );
  must(
    count >= least && wrong === 0 && left === 0,
    () => `${count} of ${least} are searched, ${wrong} wrongly, ${left} objects are left`,
  );
}
