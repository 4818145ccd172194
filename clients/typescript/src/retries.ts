export interface RetryOptions {
  /** How often a request is sent at most; 4 unless something else is said, 1 for never again. */
  readonly attempts?: number;
  /** Milliseconds until the next attempt, by how many there were, where the service says nothing. */
  readonly pause?: (attempts: number) => number;
  /** Waits for so many milliseconds; for tests. */
  readonly wait?: (milliseconds: number) => Promise<void>;
}

type Fetch = (request: Request) => Promise<Response>;

/** 200 ms, 800 ms, 3.2 s, each shortened by chance, so that many clients do not come back at once. */
const usualPause = (attempts: number): number => 200 * 4 ** (attempts - 1) * (0.5 + Math.random() / 2);
const waited = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, milliseconds));
/** Rejects with the reason when a request is aborted: what nobody wants any more is not waited for. */
const aborted = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => {
    const tell = () => reject(signal.reason);
    if (signal.aborted) tell();
    else signal.addEventListener('abort', tell, { once: true });
  });
/** Seconds for which a service's `Retry-After` is waited at most. */
const mostSeconds = 60;

/**
 * Sends requests again after 429, after 503, and where no answer came. A read is sent again as it is. A write with an
 * `Idempotency-Key` too: the service answers the second one as the first. Whatever else writes is sent again after 429 alone, which has done nothing:
 * whether it arrived before, nobody knows.
 */
export function retrying(
  fetch: Fetch,
  { attempts = 4, pause = usualPause, wait = waited }: RetryOptions,
): Fetch {
  return async (request) => {
    const isRepeatable = request.method === 'GET' || request.headers.has('Idempotency-Key');
    for (let sent = 1; ; sent += 1) {
      const isLast = sent >= attempts;
      const answer = await fetch(request.clone()).catch((error: unknown) => {
        if (isLast || !isRepeatable || request.signal.aborted) throw error;
        return null;
      });
      const isAgain = answer === null || answer.status === 429 || (answer.status === 503 && isRepeatable);
      if (answer !== null && (isLast || !isAgain)) return answer;
      const seconds = Number(answer?.headers.get('Retry-After') ?? NaN);
      const milliseconds = seconds > 0 ? Math.min(seconds, mostSeconds) * 1000 : pause(sent);
      await answer?.body?.cancel();
      await Promise.race([wait(milliseconds), aborted(request.signal)]);
    }
  };
}
