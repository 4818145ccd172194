import { useEffect, useEffectEvent } from 'react';
import { useNavigate } from 'react-router';
import { useApp, useReadableScreens } from './app-context';

/**
 * Handles barcode scanners, which type digits and Enter. Opens the record with the scanned code, or calls
 * `find` with it if there is none or more than one. An input that had the focus gets its previous value back,
 * unless codes belong in it.
 */
export function useScanner(find: (code: string) => void): void {
  const navigate = useNavigate();
  const { source } = useApp();
  const readable = useReadableScreens();
  const open = async (code: string) => {
    const paths = await Promise.all(
      readable.flatMap(({ scannedBy, contract, path }) => {
        if (scannedBy === undefined) return [];
        const query = { q: '', sort: '', active: false, filters: { [scannedBy]: [code] } };
        return [
          source
            .page(contract, query, 0)
            .then(({ rows }) => rows.map(({ id }) => `${path}/${encodeURIComponent(id)}`)),
        ];
      }),
    );
    const [only, ...others] = paths.flat();
    if (only !== undefined && others.length === 0) await navigate(only);
    else find(code);
  };
  // If the lookup fails, the search shows the error and can retry.
  const onCode = useEffectEvent((code: string) => void open(code).catch(() => find(code)));
  useEffect(() => {
    const stopping = new AbortController();
    // A code may come while the page, or its code for scanners, is still loading.
    const early: KeyboardEvent[] = [];
    let press = (event: KeyboardEvent): void => {
      early.push(event);
    };
    document.addEventListener('keydown', (event) => press(event), { capture: true, signal: stopping.signal });
    const begin = async () => {
      const { createScanner } = await import('./scanner-keys');
      press = createScanner(onCode, afterFrame);
      for (const event of early) press(event);
    };
    // Without its code scanners type as keyboards do.
    begin().catch(() => (press = () => undefined));
    return () => stopping.abort();
  }, []);
}

const afterFrame = (done: (time: number) => void): void => {
  requestAnimationFrame(() => setTimeout(() => done(performance.now())));
};
