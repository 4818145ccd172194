import { stat, statfs } from 'node:fs/promises';
import { isIP } from 'node:net';
import os from 'node:os';
import { connect } from 'node:tls';
import { sql } from 'kysely';
import pLimit from 'p-limit';
import type { Logger } from 'pino';
import { reasonOf } from '../auth/provider/flow';
import { providerById, type Provider, type Providers } from '../auth/provider/client';
import type { Database } from '../db/db';
import { endAlarm, raiseAlarm } from '../mail/alarms';
import { acrossTenants } from './admin-store';
import { openRounds, type Rounds } from './rounds';

const gibibyte = 2 ** 30;
/** A disk is nearly full below a tenth of it, or below this where a tenth is more; it is well again above a fifth more than that. */
const least = { share: 0.1, bytes: 5 * gibibyte, well: 1.2 };
/** Minutes for which a provider may fail before anybody is told; days before the end of a certificate. */
const patience = { minutes: 60, days: 14 };
const dayMs = 86_400_000;
const every = 600_000;
const atOnce = 8;
const connectMs = 10_000;

/** The room of a disk, in bytes. */
export interface Room {
  readonly free: number;
  readonly size: number;
}

/** What the watch finds out; tests put their own in its place. */
export interface Senses {
  /** The room of the disk that a folder is on, and a number for that disk; null if there is no such folder. */
  readonly roomOf: (folder: string) => Promise<(Room & { readonly disk: number }) | null>;
  /** When the certificate of an https address ends; null if it shows none. */
  readonly certificateEnd: (address: string) => Promise<Date | null>;
}

/**
 * Tells administrators of what nobody sees until it is too late (docs/operations.md#alarms): disks that are nearly full, and providers of single
 * sign-on that fail or whose certificate ends soon. Each service looks for itself; a state is told once (mail/alarms.ts).
 */
export function openWatch(
  parts: {
    readonly db: Database;
    readonly log: Pick<Logger, 'warn'>;
    /** Where the service writes; those that are not there are left out. */
    readonly folders: readonly string[];
    readonly providers: Providers;
    /** Milliseconds between looks; null: only when told to. */
    readonly every?: number | null;
  },
  senses: Senses = { roomOf, certificateEnd },
): Rounds {
  return openRounds({
    every: parts.every === undefined ? every : parts.every,
    log: parts.log,
    failing: 'disks and providers could not be watched',
    async round(signal) {
      await watchDisks(parts, senses);
      const ids = await acrossTenants(
        parts.db,
        sql<{ id: string }>`select id from identityprovider where active order by seq`,
      );
      const limit = pLimit(atOnce);
      await Promise.all(
        ids.map(({ id }) => limit(() => (signal.aborted ? undefined : watchProvider(parts, senses, id)))),
      );
    },
  });
}

type Watched = Parameters<typeof openWatch>[0];

async function watchDisks({ db, log, folders }: Watched, senses: Senses): Promise<void> {
  const seen = new Set<number>();
  for (const folder of folders) {
    const room = await senses.roomOf(folder);
    if (!room || seen.has(room.disk)) continue;
    seen.add(room.disk);
    const { free, size } = room;
    // Containers have another name after each start, and share volumes: a disk is known by its folder and its size.
    const about = `${folder} ${size}`;
    const limit = Math.min(size * least.share, least.bytes);
    if (free < limit) {
      const data = { folder, host: os.hostname(), free: gibibytes(free), size: gibibytes(size) };
      if (await raiseAlarm(db, { kind: 'disk_low', about, company: null, data, minutes: 0 }))
        log.warn(data, 'a disk is nearly full');
    } else if (free > limit * least.well) await endAlarm(db, 'disk_low', about);
  }
}

const gibibytes = (bytes: number): string => `${(bytes / gibibyte).toFixed(1)} GiB`;

async function watchProvider({ db, log, providers }: Watched, senses: Senses, id: string): Promise<void> {
  const provider = await providerById(db, id);
  if (!provider) return;
  const { name, tenant_id: tenantId, company_id: companyId } = provider;
  const of = { about: id, company: { tenantId, companyId } };
  const why = await providers.examine(provider).then(() => null, reasonOf);
  if (why === null) await endAlarm(db, 'provider_away', id);
  else {
    const data = { provider_id: id, name, why };
    if (await raiseAlarm(db, { kind: 'provider_away', ...of, data, minutes: patience.minutes }))
      log.warn({ provider_id: id, reason: why }, 'a provider has not answered as it should for an hour');
  }
  await watchCertificate(db, senses, provider, of);
}

async function watchCertificate(
  db: Database,
  senses: Senses,
  { id, name, data: { issuer } }: Provider,
  of: { readonly about: string; readonly company: { tenantId: string; companyId: string } },
): Promise<void> {
  const end = issuer?.startsWith('https:') ? await senses.certificateEnd(issuer) : null;
  if (end === null) return;
  if (end.getTime() - Date.now() >= patience.days * dayMs) return endAlarm(db, 'provider_certificate', id);
  const data = { provider_id: id, name, ends: end.toISOString().slice(0, 10) };
  await raiseAlarm(db, { kind: 'provider_certificate', ...of, data, minutes: 0 });
}

/** Returns the room of the disk that a folder is on; null if there is no such folder. */
export async function roomOf(folder: string): Promise<(Room & { disk: number }) | null> {
  try {
    const [{ bsize, bavail, blocks }, { dev }] = await Promise.all([statfs(folder), stat(folder)]);
    // Some file systems, of networks and in memory, have no size.
    return blocks > 0 ? { free: bavail * bsize, size: blocks * bsize, disk: dev } : null;
  } catch {
    return null;
  }
}

/** Returns when the certificate of an https address ends; null if it shows none. Whether it is trusted is asked by who signs in: here it is only read. */
export function certificateEnd(address: string): Promise<Date | null> {
  const { hostname, port } = new URL(address);
  const host = hostname.replaceAll(/[[\]]/g, '');
  return new Promise((resolve) => {
    const socket = connect({
      host,
      port: Number(port || 443),
      servername: isIP(host) ? '' : host,
      rejectUnauthorized: false,
    });
    const done = (end: Date | null) => {
      socket.destroy();
      resolve(end);
    };
    socket.setTimeout(connectMs, () => done(null));
    socket.once('error', () => done(null));
    socket.once('secureConnect', () => {
      const end = new Date(socket.getPeerCertificate().valid_to);
      done(Number.isNaN(end.getTime()) ? null : end);
    });
  });
}
