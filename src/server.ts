import path from 'node:path';
import type { Hono } from 'hono';
import pino, { type Logger } from 'pino';
import { openApi } from '@/contract/openapi/openapi';
import { requireAdminCommand, runAdmin } from '@/server/ops/admin';
import { outcomeLetters, openOutcomeNotices } from '@/server/changes/outcome-letter';
import { openChangeRunner } from '@/server/changes/runner';
import { createApp, createAnswers } from '@/server/http/app';
import type { AppEnv } from './server/http/http-env';
import { networkSet } from '@/server/auth/client-address';
import { sealUnderFirstKey } from '@/server/auth/second-factor';
import { relyingPartyOf } from '@/server/auth/passkey/relying-party';
import { openProviderRounds } from '@/server/auth/provider/standing';
import { openProviders } from '@/server/auth/provider/client';
import { readSecretKeys } from '@/server/auth/secret-keys';
import { readConfig, readEnvironment, type Config } from '@/server/ops/config';
import { readSecret } from '@/server/read/cursor';
import { openDatabase, readAtLarge, traceStatements, type Database } from '@/server/db/db';
import { examineLink, requireNotifications, type Link } from '@/server/db/pooler';
import { openStandbys, standbyCounts, type StandbyCounts } from '@/server/db/standbys';
import { requireAnswer, whileAnswering } from '@/server/db/answering';
import { requireUsable } from '@/server/db/require-usable';
import { docsRoutes } from '@/server/http/docs';
import { visitEmbedded } from '@/server/ops/embedded/reach';
import { startEmbedded } from '@/server/ops/embedded/start';
import { runBackupCommand, needsNoDatabase } from '@/server/ops/backup/backup-command';
import { openScheduledBackups, requireFolder } from '@/server/ops/backup/schedule/scheduled-backups';
import { backupLetters, mailFailure } from '@/server/ops/backup/schedule/failure-mail';
import { lastBackup, type Failure } from '@/server/ops/backup/schedule/runs';
import { createMetrics, type Metrics } from '@/server/ops/metrics/metrics';
import { listenForMetrics } from '@/server/ops/metrics/listen-metrics';
import { startTracing, type Tracing } from '@/server/ops/tracing/tracing';
import { drain, drainTime, listen } from '@/server/ops/listen';
import { alarmLetters } from '@/server/mail/alarms';
import { accountLetters } from '@/server/mail/account-letters';
import { openMailer } from '@/server/mail/mailer';
import { smtpSender } from '@/server/mail/transport';
import { waitingNotices } from '@/server/live/changes';
import { openLive } from '@/server/live/live';
import { migrate, migrationNames } from '@/server/db/migrate';
import { upgradeLines } from '@/server/db/upgrade/upgrade-lines';
import { siteOf } from '@/server/http/site/site';
import { openWatch } from '@/server/ops/watch';
import { openRetention } from '@/server/ops/retention';
import { openEventRetention } from '@/server/retention/expire-events';
import { applicationRoutes } from '@/server/http/site/static';
import { systemRoutes } from '@/server/http/system';
import { passThrough } from '@/server/ops/upstream';
import { demoRoutes } from '@/demo/routes';
import { firstCompanyRoutes } from '@/first-company/routes';
import { bootstrap, type Bootstrapped } from '@/demo/bootstrap';
import { reportLetters } from '@/days/z-report/letters.server';
import { putMonthsDue } from '@/resources/reportmail/mails.server';
import { archiveCheck } from '@/days/parquet/check.server';
import { openFigures } from '@/days/figures/figures-job.server';
import { openArchiver, rebuildArchive } from '@/days/parquet/archiver.server';
import { contracts } from '@/resources/contracts';
import { extraRoutes, routes } from '@/resources/routes';
import { tables } from '@/resources/tables';
import { webhookTableOf } from '@/resources/webhook/table';
import { webhookLetters } from '@/resources/webhook/letters.server';
import { openTargets } from '@/server/webhooks/targets';
import { openWebhooks } from '@/server/webhooks/webhooks';
import { version } from '../package.json';

/** A running service: its request handler, the result of its setup, and how to stop it. */
export interface Service {
  fetch(request: Request, env?: Record<string, unknown>): Response | Promise<Response>;
  readonly setup: Bootstrapped;
  /** Ends the event streams, which never end by themselves; call it when the service is about to stop. */
  endStreams(): void;
  /** What it tells of itself; null where nobody asks (`Config.metrics`), and of a proxy of another server. */
  readonly metrics: Metrics | null;
  /** Returns what the standbys have answered since the start. */
  standbyCounts(): StandbyCounts;
  close(): Promise<void>;
}

/**
 * Migrates the database of `config`, fills an empty one, and returns its service; with an upstream, a proxy to
 * it without a database.
 */
export async function createService(
  config: Config,
  log: Logger = pino({ level: config.logLevel }),
  extend: (app: Hono<AppEnv>) => void = () => undefined,
  tracing: Tracing | null = null,
): Promise<Service> {
  if (config.upstream) return upstreamService(config.upstream, log);
  if (!config.databaseUrl) throw new Error('No database is given');
  const { databaseUrl, listenUrl } = config;
  const secretKeys =
    config.secretFile && (await readSecretKeys(config.secretFile.path, config.secretFile.isMade));
  const relyingParty = relyingPartyOf(config.publicUrl);
  const providers = openProviders(secretKeys ?? undefined);
  await requireAnswer(databaseUrl);
  const link = await examineLink(databaseUrl, config.statements);
  const db = openDatabase(databaseUrl, log, undefined, undefined, link);
  let closeStandbys = async () => {};
  try {
    if (link.isPooled || listenUrl) await requireNotifications(databaseUrl, listenUrl);
    await whileAnswering(databaseUrl, () => migrateWithoutLimits(databaseUrl, log, link));
    closeStandbys = await openStandbys(db, {
      primary: databaseUrl,
      urls: config.readUrls ?? [],
      log,
      statements: config.statements,
    });
    if (secretKeys) await sealUnderFirstKey(db, secretKeys, log);
    const setup = await bootstrap(db, config);
    const retention = openRetention(db, log);
    const targets = openTargets(config.webhookNetworks ?? []);
    const served = { ...tables, webhook: webhookTableOf(targets) };
    const providerRounds = openProviderRounds({
      db,
      tables: served,
      log,
      providers,
      keys: secretKeys ?? undefined,
    });
    const eventRetention = config.eventYears ? openEventRetention(db, log, config.eventYears) : null;
    const webhooks = openWebhooks({ db, tables: served, log, targets, secretKeys: secretKeys ?? undefined });
    const live = openLive({
      url: listenUrl ?? databaseUrl,
      db,
      log,
      resources: Object.values(contracts),
      heard: ({ tenant }) => webhooks.noteEvents(tenant),
    });
    const changes = openChangeRunner({ db, tables: served, log });
    const plan = config.backups;
    if (plan) await requireFolder(plan.folder);
    const backups =
      plan &&
      openScheduledBackups({
        url: databaseUrl,
        db,
        log,
        plan,
        ...(config.mail && { failed: (failure: Failure) => mailFailure(db, failure) }),
      });
    void backups?.runNow();
    if (tracing) traceStatements(db, tracing.statement);
    const answers = createAnswers();
    // The process is watched from then on, which only those need pay for who ask.
    const metrics = config.metrics
      ? createMetrics({
          db,
          version,
          keptAnswers: () => ({ bytes: answers.size, ...answers.asked }),
          liveStreams: live.count,
          notices: live.notifies,
          waitingNotices: () => readAtLarge(() => waitingNotices(db)),
          changeSets: changes.count,
          standbys: () => standbyCounts(db),
          lastBackup: plan ? () => readAtLarge(() => lastBackup(db)) : null,
        })
      : null;
    const putOutcomes = openOutcomeNotices({ db, tables: served, log });
    const mailer =
      config.mail &&
      openMailer({
        db,
        log,
        send: await smtpSender(config.mail),
        letters: {
          ...accountLetters(db, config.mail.publicUrl),
          ...alarmLetters(db, config.mail.publicUrl),
          ...backupLetters(db, config.mail.publicUrl),
          ...reportLetters(db, config.mail.publicUrl),
          ...outcomeLetters(db, config.mail.publicUrl),
          ...webhookLetters(db, config.mail.publicUrl),
        },
        due: async () => {
          await putMonthsDue(db);
          await putOutcomes();
        },
      });
    void mailer?.runNow();
    const folders = [config.dataDir, config.archiveDir, plan?.folder].filter(
      (one) => typeof one === 'string',
    );
    const watch = mailer ? openWatch({ db, log, folders, providers }) : null;
    void watch?.runNow();
    const archiver = config.archiveDir === null ? null : openArchiver({ db, root: config.archiveDir, log });
    const figures = openFigures({ db, log });
    const service = createApp({
      db,
      live,
      changes,
      ...(plan && backups && { backups: { ...plan, begin: backups.begin } }),
      ...(mailer && { mail: mailer }),
      ...(secretKeys && { secretKeys }),
      relyingParty,
      publicUrl: config.publicUrl,
      providers,
      webhooks,
      tables: served,
      log,
      customResources: routes,
      extraRoutes,
      cursorSecret: await readSecret(db),
      rateLimit: config.rateLimit,
      answers,
      ...(metrics && { observe: metrics.observe }),
      tracing,
      proxies: networkSet(config.trustedProxies),
      extend: (app) => {
        app.route(
          '/',
          systemRoutes({
            db,
            resources: Object.keys(contracts),
            openapi: openApi(contracts, extraRoutes),
            sendsMail: Boolean(mailer),
            takesPasskeys: relyingParty !== null,
            publicUrl: config.publicUrl,
          }),
        );
        app.route('/', docsRoutes());
        app.route('/', demoRoutes(db, setup));
        app.route('/', firstCompanyRoutes(db));
        extend(app);
      },
    });
    live.start();
    return {
      fetch: (request, env) => service.fetch(request, env),
      setup,
      metrics,
      endStreams: () => live.end(),
      standbyCounts: () => standbyCounts(db),
      async close() {
        await retention.close();
        await providerRounds.close();
        await webhooks.close();
        await eventRetention?.close();
        await figures.close();
        await archiver?.close();
        await watch?.close();
        await mailer?.close();
        await changes.close();
        await backups?.close();
        await setup.fill?.stop();
        await live.close();
        await closeStandbys();
        await db.destroy();
      },
    };
  } catch (error) {
    await closeStandbys();
    await db.destroy();
    throw error;
  }
}

/** Migrates without statement timeouts, which are meant for requests: a migration may take long. */
async function migrateWithoutLimits(url: string, log: Logger, link: Link): Promise<void> {
  const db = openDatabase(url, log, 3, 0, link);
  try {
    await requireUsable(db, migrationNames);
    await migrate(db, Object.values(tables), { report: upgradeLines(console.info) });
  } finally {
    await db.destroy();
  }
}

/**
 * Returns a proxy to another server at our own address
 * (docs/design.md#6-servers-that-this-project-did-not-write); only the health checks are answered here.
 */
function upstreamService(upstream: string, log: Logger): Service {
  const proxy = passThrough(upstream, log);
  const notice = `Requests are passed through to ${upstream}: sign in with a key of that server.`;
  return {
    fetch: (request) =>
      /^\/(?:livez|readyz)$/.test(new URL(request.url).pathname)
        ? Response.json({ status: 'ok' })
        : proxy(request),
    setup: { signIns: [], notes: [notice], firstLink: null, fill: null },
    metrics: null,
    endStreams: () => undefined,
    standbyCounts: () => ({ answered: 0, behind: 0, failed: 0, slow: 0, ready: 0 }),
    close: () => Promise.resolve(),
  };
}

/** `npm start`: runs database, service and application until a signal ends the process. */
export async function main(): Promise<void> {
  const config = readConfig(readEnvironment());
  const log = pino({ level: config.logLevel });
  const tracing = await startTracing(process.env);
  const logger = { info: console.info, warn: console.warn, error: console.error };
  const embedded =
    config.databaseUrl || config.upstream
      ? null
      : await startEmbedded({ dataDir: config.dataDir, log: logger });
  try {
    const databaseUrl = config.databaseUrl ?? embedded?.url ?? '';
    const folder = path.join(import.meta.dirname, '../app');
    const service = await createService(
      { ...config, databaseUrl, isEmbedded: embedded !== null, demoInBackground: true },
      log,
      undefined,
      tracing,
    );
    const application = applicationRoutes(
      folder,
      config.upstream ? 'upstream' : 'own',
      config.securityContact,
      log,
    );
    const server = await listen(
      siteOf(service, application, networkSet(config.trustedProxies)),
      config,
      undefined,
      log,
    );
    const metrics =
      config.metrics && service.metrics ? await listenForMetrics(service.metrics, config.metrics) : null;
    const bound = server.address();
    const port = typeof bound === 'object' && bound ? bound.port : config.port;
    const address = `http://${config.host.includes(':') ? `[${config.host}]` : config.host}:${port}`;
    await embedded?.announce(address);
    greet(address, config.publicUrl ?? address, service.setup);
    service.setup.fill?.finished.catch((error: unknown) =>
      log.warn(
        { message: String(error) },
        "the demo's business days could not be loaded; the next start goes on",
      ),
    );

    const stop = async () => {
      // Answers pending requests; streams would never end by themselves.
      const drained = drain(server, drainTime);
      service.endStreams();
      await drained;
      metrics?.close();
      await tracing?.close().catch(() => undefined);
      await service.close();
      await embedded?.stop();
      process.exit(0);
    };
    // A second signal must not end the shutdown early.
    let stopping: Promise<void> | undefined;
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void (stopping ??= stop()));
  } catch (error) {
    await embedded?.stop();
    throw error;
  }
}

/**
 * `npm run admin`: runs one command on the configured database, also while services use it.
 *
 * @throws AdminError with a message for the user of the command line.
 */
export const admin = async (args: readonly string[]): Promise<void> => {
  requireAdminCommand(args);
  await atDatabase(async (db, url, where) => {
    // Apart from the answer, which a script may read.
    console.error(`Database: ${where}`);
    await requireUsable(db, migrationNames);
    await migrate(db, Object.values(tables), { report: upgradeLines(console.info) });
    const { archiveDir } = readConfig(readEnvironment());
    const rebuild = archiveDir === null ? null : () => rebuildArchive({ db, root: archiveDir, log: console });
    await runAdmin({ db, tables, url, rebuildArchive: rebuild }, args, console.info);
  });
};

/**
 * `npm run backup`, `npm run restore`, `npm run verify` (server/ops/backup).
 *
 * @returns whether everything is well.
 * @throws ArchiveError with a message for the user of the command line.
 */
export async function backupCommand(command: string, args: readonly string[]): Promise<boolean> {
  const all = Object.values(tables);
  if (needsNoDatabase(command, args)) return runBackupCommand(null, command, args, console.info);
  const run = async (db: Database, url: string) => {
    const { readOnly } = await requireUsable(db, migrationNames, command === 'restore' ? 'serve' : 'read');
    if (command !== 'restore' && !readOnly) await migrate(db, all, { report: upgradeLines(console.info) });
    const { archiveDir } = readConfig(readEnvironment());
    const checks = archiveDir === null ? [] : [archiveCheck(archiveDir)];
    return runBackupCommand({ url, db, tables: all, checks }, command, args, console.info);
  };
  return atDatabase(run, command === 'restore');
}

/**
 * Runs `work` on the configured database, also while services use it; `where` names the database without its password.
 * `makes`: an embedded one is made where there is none.
 */
async function atDatabase<T>(
  work: (db: Database, url: string, where: string) => Promise<T>,
  makes = false,
): Promise<T> {
  const { databaseUrl, dataDir, statements } = readConfig(readEnvironment());
  const log = { info: () => undefined, warn: console.warn, error: console.error };
  const connection = databaseUrl
    ? { url: databaseUrl, leave: async () => undefined }
    : await visitEmbedded({ dataDir, log, makes });
  const { host, pathname } = new URL(connection.url);
  const where = databaseUrl ? `${host || 'a local socket'}${pathname}` : `the embedded one in ${dataDir}`;
  try {
    await requireAnswer(connection.url);
    // No statement timeout: a restore may take long, and no client waits for a response.
    const db = openDatabase(connection.url, log, 3, 0, await examineLink(connection.url, statements));
    try {
      return await work(db, connection.url, where);
    } finally {
      await db.destroy();
    }
  } finally {
    await connection.leave();
  }
}

function greet(address: string, publicUrl: string, setup: Bootstrapped): void {
  console.info(`\nTillhouse is at ${address}\n`);
  if (setup.firstLink !== null) {
    const page = publicUrl.replace(/\/\/(?:0\.0\.0\.0|\[::\])(?=:|$)/, '//localhost');
    console.info('The database is empty. Make the company in your browser, by this link, which works once:');
    console.info(`  ${page}/invitation#b.${setup.firstLink}\n`);
  }
  if (setup.signIns.length > 0) {
    console.info('The demo company, Rantakulma. Sign in with one click, or with a key:');
    for (const { role, name, key } of setup.signIns) {
      console.info(`  ${role.padEnd(14)} ${name.padEnd(16)} ${key}`);
    }
    console.info('');
  }
  for (const line of setup.notes) console.info(line);
}
