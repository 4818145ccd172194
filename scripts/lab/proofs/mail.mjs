import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { SMTPServer } from 'smtp-server';
import { dice, must } from './ask.mjs';

const mostAtOnce = 4;

/**
 * Kills a service repeatedly in the middle of sending mail, and lets the next one go on (docs/operations.md#mail): each mail goes
 * out at least once, none is lost, and none goes out twice but those that were in flight at a kill, with the same Message-ID.
 *
 * @param {{ service: import('../service.mjs').Service, ask: import('./ask.mjs').Ask, sql: import('./ask.mjs').Sql,
 *   rounds: number, mails: number, seed: number }} parts
 */
export async function proveMail({ service, ask, sql, rounds, mails, seed }) {
  const by = dice(seed);
  const server = await startServer(by);
  // Only services that start from now on send mail.
  Object.assign(process.env, {
    TILLHOUSE_SMTP_URL: server.url,
    TILLHOUSE_MAIL_FROM: 'Tills <tills@example.org>',
    TILLHOUSE_PUBLIC_URL: 'https://tills.example.org',
  });
  try {
    await sql('set role tillhouse_auth');
    await queue({ ask, sql, count: mails });
    /** @type {Set<string>} */
    const inFlight = new Set();
    let kills = 0;
    while (kills < rounds && (await waiting(sql)) > 0) {
      const address = await service.another();
      const pid = service.pidOf(address);
      must(pid !== undefined, () => 'The service has no process');
      const begun = server.taken.length;
      // In the middle: some mails of this service are out, and it is at work on others.
      while (server.taken.length < begun + 2 + by.int(6) && (await waiting(sql)) > mostAtOnce) await wait(1);
      await wait(by.int(20));
      process.kill(pid, 'SIGKILL');
      kills += 1;
      await server.idle();
      const claimed = await claimedAtLast(sql);
      must(claimed.length <= mostAtOnce, () => `${claimed.length} mails were claimed by one service`);
      for (const { id } of claimed) inFlight.add(id);
      // Five minutes later, for the claims.
      await sql(
        `update mail_outbox set claimed_until = clock_timestamp() - interval '1 second' where claim is not null`,
      );
    }
    await service.another();
    for (let tries = 0; (await waiting(sql)) > 0; tries += 1) {
      must(tries < 600, () => 'Mail still waits after a minute');
      await wait(100);
    }
    return judge(server.taken, inFlight, {
      kills,
      mails,
      states: await sql('select id, state, attempts from mail_outbox'),
    });
  } finally {
    server.close();
  }
}

/**
 * @param {readonly string[]} taken the Message-IDs that the server took @param {ReadonlySet<string>} inFlight
 * @param {{ kills: number, mails: number, states: { id: string, state: string }[] }} parts
 */
function judge(taken, inFlight, { kills, mails, states }) {
  must(states.length === mails, () => `${mails} mails were queued, ${states.length} are there`);
  /** @type {Map<string, number>} */
  const times = new Map();
  for (const id of taken) times.set(id, (times.get(id) ?? 0) + 1);
  for (const { id, state } of states) {
    must(state === 'sent', () => `${id} is ${state}`);
    must((times.get(id) ?? 0) > 0, () => `${id} is marked as sent, and never went out`);
  }
  const twice = [...times].filter(([, count]) => count > 1);
  for (const [id, count] of twice)
    must(inFlight.has(id), () => `${id} went out ${count} times, and was in flight at no kill`);
  must(taken.length <= mails + inFlight.size * kills, () => 'More mails went out than were in flight');
  return `${kills} kills in the middle of sending ${mails} mails: each went out, ${twice.length} of the ${inFlight.size} that were in flight at a kill twice, with one Message-ID; no other`;
}

/** @param {import('./ask.mjs').Sql} sql */
async function waiting(sql) {
  const [row] = await sql(`select count(*)::int as count from mail_outbox where state = 'waiting'`);
  return Number(row.count);
}

/**
 * Returns the mails that are claimed once PostgreSQL has noticed that the service is dead: until then a claim that the service
 * had asked for may still be made.
 *
 * @param {import('./ask.mjs').Sql} sql @returns {Promise<{ id: string }[]>}
 */
async function claimedAtLast(sql) {
  const read = () =>
    sql(
      `select id from mail_outbox where state = 'waiting' and claimed_until > clock_timestamp() order by id`,
    );
  for (let before = await read(); ;) {
    await wait(300);
    const now = await read();
    if (JSON.stringify(now) === JSON.stringify(before)) return now;
    before = now;
  }
}

/** Puts a one-time link for each of many people into the outbox. @param {{ ask: import('./ask.mjs').Ask, sql: import('./ask.mjs').Sql, count: number }} parts */
async function queue({ ask, sql, count }) {
  const { json: people } = await ask('POST', '/api/secure/user', {
    json: Array.from({ length: count }, (_, n) => ({
      name: `Person ${n}`,
      email: `person${n}@example.org`,
      role: 'manager',
    })),
  });
  must(Array.isArray(people) && people.length === count, () => JSON.stringify(people));
  for (const { id, company_id, email } of people)
    await sql(`select mail_add($1, $1, 'invitation', $2, $3, interval '1 day')`, [
      company_id,
      email,
      JSON.stringify({ user_id: id, link: 'join' }),
    ]);
}

/** Starts a server of mail that takes its time over each one. @param {ReturnType<typeof dice>} by */
async function startServer(by) {
  /** @type {string[]} */
  const taken = [];
  const connections = { open: 0 };
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS', 'AUTH'],
    onConnect(_session, done) {
      connections.open += 1;
      done();
    },
    onClose() {
      connections.open -= 1;
    },
    onData(stream, _session, done) {
      let raw = '';
      stream.on('data', (/** @type {Buffer} */ part) => (raw += part.toString('latin1')));
      stream.on('end', () => {
        setTimeout(() => {
          taken.push(/^Message-ID: <([^@>]+)@/im.exec(raw)?.[1] ?? '');
          // The answer may come after the service is dead: then it went out, and the service never learns that.
          setTimeout(() => done(), by.int(10));
        }, by.int(10));
      });
    },
  });
  server.on('error', () => undefined);
  const listening = server.listen(0, '127.0.0.1');
  await once(listening, 'listening');
  const at = listening.address();
  must(at !== null && typeof at === 'object', () => 'A server listens on a port');
  return {
    url: `smtp://127.0.0.1:${at.port}`,
    taken,
    /** Waits until the connections of a dead service are gone. */
    idle: async () => {
      while (connections.open > 0) await wait(5);
    },
    close: () => server.close(() => undefined),
  };
}
