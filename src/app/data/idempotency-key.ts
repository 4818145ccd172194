import { useCallback, useRef } from 'react';

/**
 * Returns a function that gives the `Idempotency-Key` for a create: the same key for the same body, so that a
 * retry after a lost response creates nothing twice (docs/design.md#retries).
 */
export function useIdempotencyKey(): (body: string) => string {
  const last = useRef({ body: '', key: '' });
  return useCallback((body) => {
    if (last.current.body !== body || last.current.key === '') last.current = { body, key: randomKey() };
    return last.current.key;
  }, []);
}

/** Returns 128 random bits as hex. `crypto.randomUUID` exists only over https and on loopback. */
const randomKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  );
