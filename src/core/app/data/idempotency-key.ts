import { useCallback, useRef } from 'react';

/**
 * The `Idempotency-Key` of what is to be created: one key for one body, so that a retry after an answer that got
 * lost creates nothing twice (docs/design.md#retries).
 */
export function useKeyFor(): (body: string) => string {
  const last = useRef({ body: '', key: '' });
  return useCallback((body) => {
    if (last.current.body !== body || last.current.key === '') last.current = { body, key: randomKey() };
    return last.current.key;
  }, []);
}

/** `crypto.randomUUID` is there over https and on loopback only. */
const randomKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  );
