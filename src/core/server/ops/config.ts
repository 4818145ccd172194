import { existsSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { trustedProxies } from '../auth/client-address';

/** The configuration from the environment; `.env.example` lists the variables. */
export interface Config {
  /** The TCP port to listen on; 0 takes a free one. */
  port: number;
  host: string;
  /** The PostgreSQL server to use; without it the embedded one runs. */
  databaseUrl?: string;
  /** The embedded server's folder, absolute. */
  dataDir: string;
  /** The folder of the archive of sealed days, absolute; null for none. */
  archiveDir: string | null;
  /** Whether an empty database is filled with the demo company. */
  demo: boolean;
  /** Business days of each shop of the demo; the demo's own number by default. No variable sets it. */
  demoDays?: number;
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
  /** Where to report a vulnerability: the contact of `/.well-known/security.txt`. */
  securityContact?: string;
  logLevel: 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace' | 'silent';
}

const highestPort = 65_535;
const requestsAMinute = 6000;
const loopback = /^(localhost|127(\.\d+){3}|::1|\[::1\])$/;

function wholeNumber(highest: number) {
  const error = `must be a whole number from 0 to ${highest}`;
  return z
    .string()
    .regex(/^\d+$/, { error, abort: true })
    .transform(Number)
    .refine((value) => value <= highest, { error });
}

function areAddresses(entries: readonly string[]): boolean {
  try {
    trustedProxies(entries);
    return true;
  } catch {
    return false;
  }
}

const variables = z.object({
  PORT: wholeNumber(highestPort).optional(),
  HOST: z
    .string()
    .regex(/^[\w.:[\]-]+$/, 'must be a host name or an address')
    .optional(),
  DATABASE_URL: z
    .url({ protocol: /^postgres(ql)?$/, error: 'must be postgresql://user:password@host:port/database' })
    .optional(),
  TILLHOUSE_DATA_DIR: z.string().optional(),
  TILLHOUSE_ARCHIVE_DIR: z.string().optional(),
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
    .refine(areAddresses, { error: 'must be addresses or networks, such as 10.0.0.0/8, separated by commas' })
    .optional(),
  TILLHOUSE_SECURITY_CONTACT: z
    .string()
    .regex(
      /^(?:https:\/\/|mailto:|tel:)[!-~]{3,500}$/,
      'must be an address that begins with https://, mailto: or tel:',
    )
    .optional(),
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], {
      error: 'must be one of fatal, error, warn, info, debug, trace, silent',
    })
    .optional(),
});

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
  const host = data.HOST ?? '127.0.0.1';
  const dataDir = path.resolve(data.TILLHOUSE_DATA_DIR ?? '.data');
  const archiveDir = data.TILLHOUSE_ARCHIVE_DIR;
  return {
    port: data.PORT ?? 4000,
    host,
    ...(data.DATABASE_URL && { databaseUrl: data.DATABASE_URL }),
    dataDir,
    archiveDir: archiveDir === 'off' ? null : path.resolve(archiveDir ?? path.join(dataDir, 'archive')),
    demo: data.TILLHOUSE_DEMO ?? !data.DATABASE_URL,
    ...(data.TILLHOUSE_API_KEY && { apiKey: data.TILLHOUSE_API_KEY }),
    ...(data.TILLHOUSE_UPSTREAM && { upstream: data.TILLHOUSE_UPSTREAM.replace(/\/+$/, '') }),
    rateLimit: data.TILLHOUSE_RATE_LIMIT ?? (loopback.test(host) ? 0 : requestsAMinute),
    trustedProxies: data.TILLHOUSE_TRUSTED_PROXIES ?? [],
    ...(data.TILLHOUSE_SECURITY_CONTACT && { securityContact: data.TILLHOUSE_SECURITY_CONTACT }),
    logLevel: data.LOG_LEVEL ?? 'warn',
  };
}

/** Returns the environment with the additions of `.env` in the working directory; a set variable wins over `.env`. */
export function readEnvironment(): Record<string, string | undefined> {
  if (existsSync('.env')) process.loadEnvFile('.env');
  return process.env;
}
