import { randomBytes, scrypt, timingSafeEqual, type BinaryLike } from 'node:crypto';
import pLimit from 'p-limit';

/** The work of scrypt for one password: cost, block size and parallelism. */
export interface PasswordCost {
  readonly N: number;
  readonly r: number;
  readonly p: number;
}

/** 32 MiB and some tenths of a second for each guess. */
let work: PasswordCost = { N: 2 ** 15, r: 8, p: 3 };
const length = 32;

/** Sets the cost of new hashes; each stored hash names its own. Only tests call it, because they sign in often. */
export function setPasswordCost(cost: PasswordCost): void {
  work = cost;
}

/**
 * Passwords hashed at the same time. Node has four threads for hashing, files and host names; a flood of sign-ins
 * must not take all of them.
 */
const inTurn = pLimit(2);

const derive = (password: string, salt: BinaryLike, cost: PasswordCost): Promise<Buffer> =>
  inTurn(() => deriveNow(password, salt, cost));

const deriveNow = (password: string, salt: BinaryLike, { N, r, p }: PasswordCost) =>
  new Promise<Buffer>((resolve, reject) => {
    // NFKC: the same password is the same text whichever keyboard composed it.
    scrypt(password.normalize('NFKC'), salt, length, { N, r, p, maxmem: 256 * N * r }, (error, key) =>
      error ? reject(error) : resolve(key),
    );
  });

/** Returns the stored form of a password: its scrypt hash with a random salt and the cost parameters. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  const cost = work;
  return stored(cost, salt, await derive(password, salt, cost));
}

const stored = ({ N, r, p }: PasswordCost, salt: Buffer, key: Buffer): string =>
  ['scrypt', N, r, p, salt.toString('base64'), key.toString('base64')].join(':');

const nobodysSalt = randomBytes(16);

/**
 * Returns whether a password matches the hash. Without a hash (unknown e-mail, or no password chosen yet) the same
 * work is done, so that the response time reveals nothing.
 */
export async function isPassword(password: string, hash: string | null): Promise<boolean> {
  const nobodys = () => stored(work, nobodysSalt, Buffer.alloc(0));
  const [, N, r, p, salt = '', key = ''] = (hash ?? nobodys()).split(':');
  const wanted = Buffer.from(key, 'base64');
  const given = await derive(password, Buffer.from(salt, 'base64'), {
    N: Number(N),
    r: Number(r),
    p: Number(p),
  });
  return wanted.byteLength === given.byteLength && timingSafeEqual(wanted, given);
}
