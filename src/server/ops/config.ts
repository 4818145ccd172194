import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { areNetworks } from '../auth/client-address';
import { timeOfDay } from './backup/schedule/due';
import type { BackupPlan } from './backup/schedule/scheduled-backups';
import { parseHosts } from '../db/hosts';
import type { MailConfig } from '../mail/transport';

/** The configuration from the environment; `.env.example` lists the variables. */
export interface Config {
  /** The TCP port to listen on; 0 takes a free one. */
  port: number;
  host: string;
  /** The PostgreSQL server to use, of one or more hosts (db/hosts.ts); without it the embedded one runs. */
  databaseUrl?: string;
  /** Standbys of it that may answer reads (db/standbys.ts). */
  readUrls?: readonly string[];
  /** Where notifications are listened for, if not at `databaseUrl`: a pooler does not pass them on. */
  listenUrl?: string;
  /** Whether statements are named, for plans that are kept; found out at the start if not set (db/pooler.ts). */
  statements?: 'named' | 'unnamed';
  /** The embedded server's folder, absolute. */
  dataDir: string;
  /** The folder of the archive of sealed days, absolute; null for none. */
  archiveDir: string | null;
  /** The file of the keys of secrets (auth/secret-keys.ts), absolute, and whether it is made; null for none. */
  secretFile: { readonly path: string; readonly isMade: boolean } | null;
  /** Whether an empty database is filled with the demo company. */
  demo: boolean;
  /** Business days of each shop of the demo; the demo's own number by default. No variable sets it. */
  demoDays?: number;
  /** Whether the database is the embedded one, which a command finds by its folder. No variable sets it. */
  isEmbedded?: boolean;
  /** Whether the service answers while the demo's business days are still being loaded. No variable sets it. */
  demoInBackground?: boolean;
  /** A first administrator key for the root company: any bearer token, not only one that the service generated. */
  apiKey?: string;
  /** The address of another server of the interface that `/api` is proxied to, without a trailing slash. */
  upstream?: string;
  /** Requests per minute for each key; 0 disables the limit. */
  rateLimit: number;
  /** Addresses and networks of proxies whose `X-Forwarded-For` and `X-Forwarded-Proto` are trusted. */
  trustedProxies: readonly string[];
  /** Private addresses and networks that webhooks may lead to (webhooks/targets.ts). */
  webhookNetworks?: readonly string[];
  /** Where to report a vulnerability: the contact of `/.well-known/security.txt`. */
  securityContact?: string;
  /** The backups that the service makes by itself; none without a folder. */
  backups?: BackupPlan;
  /** After how many years events of master data are removed (retention/expire-events.ts); never if not set. */
  eventYears?: number;
  /** The address of the application, without a trailing slash, for links and passkeys. */
  publicUrl?: string;
  /** How mail is sent; without it none is. */
  mail?: MailConfig;
  /** Where `/metrics` listens, apart from the service; nowhere without a port. */
  metrics?: { port: number; host: string };
  logLevel: 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace' | 'silent';
}

const highestPort = 65_535;
const requestsAMinute = 6000;
const mostBackups = 3650;
const loopback = /^(localhost|127(\.\d+){3}|::1|\[::1\])$/;

function wholeNumber(highest: number) {
  const error = `must be a whole number from 0 to ${highest}`;
  return z
    .string()
    .regex(/^\d+$/, { error, abort: true })
    .transform(Number)
    .refine((value) => value <= highest, { error });
}

const hostName = z.string().regex(/^[\w.:[\]-]+$/, 'must be a host name or an address');

const isDatabase = (url: string): boolean => parseHosts(url) !== null;
const anyHosts = {
  error:
    'must be postgresql://user:password@host:port/database, hosts separated by commas; target_session_attrs is one of ' +
    'any, read-write, read-only, primary, standby, prefer-standby',
};

/** Whether an address names a server of mail, with nothing behind the host: its options are ours. */
function isMailServer(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname, search, hash, pathname } = new URL(text);
  return (
    /^smtps?:$/.test(protocol) && hostname !== '' && /^\/?$/.test(pathname) && search === '' && hash === ''
  );
}

const mailVariables = ['TILLHOUSE_SMTP_URL', 'TILLHOUSE_MAIL_FROM', 'TILLHOUSE_PUBLIC_URL'] as const;

const variables = z.object({
  PORT: wholeNumber(highestPort).optional(),
  HOST: hostName.optional(),
  DATABASE_URL: z.string().trim().refine(isDatabase, anyHosts).optional(),
  DATABASE_READ_URL: z
    .string()
    .transform((text) => text.trim().split(/\s*,\s*(?=[a-z]+:\/\/)/))
    .refine((urls) => urls.every(isDatabase), {
      error: 'must be postgresql://user:password@host:port/database, several separated by commas',
    })
    .optional(),
  DATABASE_LISTEN_URL: z.string().trim().refine(isDatabase, anyHosts).optional(),
  DATABASE_STATEMENTS: z.enum(['named', 'unnamed'], { error: 'must be named or unnamed' }).optional(),
  TILLHOUSE_DATA_DIR: z.string().optional(),
  TILLHOUSE_ARCHIVE_DIR: z.string().optional(),
  TILLHOUSE_SECRET_FILE: z.string().optional(),
  TILLHOUSE_DEMO: z
    .stringbool({ truthy: ['true', '1'], falsy: ['false', '0'], error: 'must be true or false' })
    .optional(),
  TILLHOUSE_API_KEY: z
    .string()
    .regex(/^[\w.~+/-]{16,}=*$/, 'must be at least 16 letters, digits or any of - . _ ~ + /')
    .optional(),
  TILLHOUSE_UPSTREAM: z.url({ protocol: /^https?$/, error: 'must be an http or https address' }).optional(),
  TILLHOUSE_RATE_LIMIT: wholeNumber(Number.MAX_SAFE_INTEGER).optional(),
  TILLHOUSE_TRUSTED_PROXIES: z
    .string()
    .transform((text) => text.split(',').map((entry) => entry.trim()))
    .refine(areNetworks, { error: 'must be addresses or networks, such as 10.0.0.0/8, separated by commas' })
    .optional(),
  TILLHOUSE_WEBHOOK_NETWORKS: z
    .string()
    .transform((text) => text.split(',').map((entry) => entry.trim()))
    .refine(areNetworks, { error: 'must be addresses or networks, such as 10.0.0.0/8, separated by commas' })
    .optional(),
  TILLHOUSE_SECURITY_CONTACT: z
    .string()
    .regex(
      /^(?:https:\/\/|mailto:|tel:)[!-~]{3,500}$/,
      'must be an address that begins with https://, mailto: or tel:',
    )
    .optional(),
  TILLHOUSE_BACKUP_DIR: z.string().optional(),
  TILLHOUSE_BACKUP_TIME: z
    .string()
    .regex(timeOfDay, 'must be a time of day from 00:00 to 23:59, such as 03:00')
    .optional(),
  TILLHOUSE_BACKUP_KEEP: wholeNumber(mostBackups)
    .refine((value) => value > 0, { error: 'must be 1 or more' })
    .optional(),
  TILLHOUSE_EVENT_YEARS: z
    .string()
    .regex(/^[1-9]\d?$/, 'must be a whole number from 1 to 99: of years')
    .transform(Number)
    .optional(),
  TILLHOUSE_SMTP_URL: z
    .string()
    .trim()
    .refine(isMailServer, { error: 'must be smtp://user:password@host:port, or smtps://' })
    .optional(),
  TILLHOUSE_MAIL_FROM: z
    .string()
    .trim()
    .regex(/^(?:[^<>@,;:"\p{Cc}]+ <[^\s<>@,;]+@[^\s<>@,;]+>|[^\s<>@,;]+@[^\s<>@,;]+)$/u, {
      error: 'must be an address: tills@example.org, or Name <tills@example.org>',
    })
    .optional(),
  TILLHOUSE_PUBLIC_URL: z
    .url({ protocol: /^https?$/, error: 'must be the http or https address of the application' })
    .refine((text) => new URL(text).pathname === '/' && !/[?#]/.test(text), {
      error:
        'must be an address without a path, such as https://tills.example.org: the application is at the root of a host name, ' +
        'not below https://example.org/tills/',
    })
    .optional(),
  TILLHOUSE_METRICS_PORT: wholeNumber(highestPort).optional(),
  TILLHOUSE_METRICS_HOST: hostName.optional(),
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], {
      error: 'must be one of fatal, error, warn, info, debug, trace, silent',
    })
    .optional(),
});

/** The names of all variables that are read, those of files of secrets too. */
export const variableNames = (): string[] => [
  ...Object.keys(variables.shape),
  ...secretVariables.map((name) => `${name}_FILE`),
];

/**
 * Reads the configuration from environment variables; an empty one counts as not set.
 *
 * @throws an Error with one line for each wrong variable: its name and the rule, never its value, which may be
 * a secret.
 */
export function readConfig(env: Record<string, string | undefined>): Config {
  const set = Object.fromEntries(Object.entries(env).filter(([, value]) => value?.trim()));
  const read = variables.safeParse(set);
  if (!read.success) {
    const lines = read.error.issues.map((issue) => `  ${issue.path.join('.')} ${issue.message}`);
    throw new Error(`The configuration is wrong:\n${lines.join('\n')}`);
  }
  const { data } = read;
  const mail = mailOf(data);
  const host = data.HOST ?? '127.0.0.1';
  const dataDir = path.resolve(data.TILLHOUSE_DATA_DIR ?? '.data');
  const archiveDir = data.TILLHOUSE_ARCHIVE_DIR;
  return {
    port: data.PORT ?? 4000,
    host,
    ...(data.DATABASE_URL && { databaseUrl: data.DATABASE_URL }),
    ...(data.DATABASE_READ_URL && { readUrls: data.DATABASE_READ_URL }),
    ...(data.DATABASE_LISTEN_URL && { listenUrl: data.DATABASE_LISTEN_URL }),
    ...(data.DATABASE_STATEMENTS && { statements: data.DATABASE_STATEMENTS }),
    dataDir,
    archiveDir: archiveDir === 'off' ? null : path.resolve(archiveDir ?? path.join(dataDir, 'archive')),
    secretFile: data.TILLHOUSE_SECRET_FILE
      ? { path: path.resolve(data.TILLHOUSE_SECRET_FILE), isMade: false }
      : data.DATABASE_URL
        ? null
        : { path: path.join(dataDir, 'secret-keys'), isMade: true },
    demo: data.TILLHOUSE_DEMO ?? !data.DATABASE_URL,
    ...(data.TILLHOUSE_API_KEY && { apiKey: data.TILLHOUSE_API_KEY }),
    ...(data.TILLHOUSE_UPSTREAM && { upstream: data.TILLHOUSE_UPSTREAM.replace(/\/+$/, '') }),
    rateLimit: data.TILLHOUSE_RATE_LIMIT ?? (loopback.test(host) ? 0 : requestsAMinute),
    trustedProxies: data.TILLHOUSE_TRUSTED_PROXIES ?? [],
    ...(data.TILLHOUSE_WEBHOOK_NETWORKS && { webhookNetworks: data.TILLHOUSE_WEBHOOK_NETWORKS }),
    ...(data.TILLHOUSE_SECURITY_CONTACT && { securityContact: data.TILLHOUSE_SECURITY_CONTACT }),
    ...(data.TILLHOUSE_BACKUP_DIR && {
      backups: {
        folder: path.resolve(data.TILLHOUSE_BACKUP_DIR),
        time: data.TILLHOUSE_BACKUP_TIME ?? '03:00',
        keep: data.TILLHOUSE_BACKUP_KEEP ?? 14,
      },
    }),
    ...(data.TILLHOUSE_EVENT_YEARS && { eventYears: data.TILLHOUSE_EVENT_YEARS }),
    ...(data.TILLHOUSE_PUBLIC_URL && { publicUrl: data.TILLHOUSE_PUBLIC_URL.replace(/\/+$/, '') }),
    ...(mail && { mail }),
    ...(data.TILLHOUSE_METRICS_PORT !== undefined && {
      metrics: {
        port: data.TILLHOUSE_METRICS_PORT,
        host: data.TILLHOUSE_METRICS_HOST ?? '127.0.0.1',
      },
    }),
    logLevel: data.LOG_LEVEL ?? 'warn',
  };
}

/** Returns how mail is sent. @throws an Error that names what lacks, as the server needs a sender and links an address */
function mailOf(data: z.output<typeof variables>): MailConfig | null {
  const { TILLHOUSE_SMTP_URL: smtpUrl, TILLHOUSE_MAIL_FROM: from, TILLHOUSE_PUBLIC_URL: publicUrl } = data;
  if (smtpUrl === undefined) return null;
  if (from === undefined || publicUrl === undefined) {
    const lines = mailVariables
      .filter((name) => data[name] === undefined)
      .map((name) => `  ${name} is needed where TILLHOUSE_SMTP_URL is set`);
    throw new Error(`The configuration is wrong:\n${lines.join('\n')}`);
  }
  return { smtpUrl, from, publicUrl: publicUrl.replace(/\/+$/, '') };
}

/** The variables that hold secrets: each may come from a file instead, `DATABASE_URL_FILE`, as containers are given them. */
export const secretVariables = [
  'DATABASE_URL',
  'DATABASE_READ_URL',
  'DATABASE_LISTEN_URL',
  'TILLHOUSE_API_KEY',
  'TILLHOUSE_SMTP_URL',
] as const;

/**
 * Returns an environment with what its files say.
 *
 * @throws an Error that names the variable and never a value: of a file that cannot be read or is empty, and where both are set
 */
export function withSecretFiles(
  env: Readonly<Record<string, string | undefined>>,
): Record<string, string | undefined> {
  const read = secretVariables.flatMap((name): [string, string][] => {
    const file = env[`${name}_FILE`]?.trim();
    if (!file) return [];
    if (env[name]?.trim())
      throw new Error(`${name} and ${name}_FILE are both set: one of them says what it is`);
    return [[name, secretIn(file, `${name}_FILE`)]];
  });
  return { ...env, ...Object.fromEntries(read) };
}

function secretIn(file: string, variable: string): string {
  let text: string;
  try {
    text = readFileSync(file, 'utf8').trim();
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
    throw new Error(`The file of ${variable} cannot be read (${code}): ${file}`, { cause: error });
  }
  if (text === '') throw new Error(`The file of ${variable} is empty: ${file}`);
  return text;
}

/**
 * Returns the environment with the additions of `.env` in the working directory, and with what files of secrets say; a set variable wins over
 * `.env`.
 */
export function readEnvironment(): Record<string, string | undefined> {
  if (existsSync('.env')) process.loadEnvFile('.env');
  return withSecretFiles(process.env);
}
