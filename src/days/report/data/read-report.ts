import { recompute, type Recomputed } from '../../checks/recompute';
import type { FromWorker, ToWorker } from '../../checks/recompute-worker';

/** How far the recomputation of a report is: its result, null until then, and how many receipts are done. */
export interface Progress {
  readonly is: Recomputed | null;
  readonly added: number;
}

/** The recomputation of one report, which goes on whoever looks. */
export interface Recomputation {
  readonly progress: () => Progress;
  /** Calls back with each progress; returns what ends that. */
  readonly follow: (changed: () => void) => () => void;
}

/** A report as the service sent it, parsed, and its recomputation. */
export interface ReadReport {
  readonly parsed: unknown;
  readonly recomputation: Recomputation;
}

/** A reading that has begun. */
interface Reading {
  /** Reads the bytes of the answer. @throws SyntaxError if they are no JSON */
  readonly read: (bytes: ArrayBuffer) => Promise<ReadReport>;
  /** Ends it without them. */
  readonly end: () => void;
}

/** Milliseconds between two messages of progress: often enough to be seen, without flicker. */
const progressMs = 400;

/**
 * Begins to read a report: a worker is started while it is still being fetched, which then parses and recomputes it, so that the page
 * answers meanwhile. Without a worker, for example because the server lost its file, this thread does both: a pause, but a verdict.
 */
export function beginReading(signal: AbortSignal): Reading {
  const worker = startWorker();
  const end = () => worker?.terminate();
  signal.addEventListener('abort', end, { once: true });
  const ready = new Promise<boolean>((resolve) => {
    if (!worker) resolve(false);
    worker?.addEventListener('message', () => resolve(true), { once: true });
    worker?.addEventListener('error', () => resolve(false), { once: true });
  });
  const read = async (bytes: ArrayBuffer) =>
    worker && (await ready) ? readBeside(worker, bytes, signal) : readHere(bytes);
  return { read, end };
}

function startWorker(): Worker | null {
  if (typeof Worker === 'undefined') return null;
  return new Worker(new URL('../../checks/recompute-worker.ts', import.meta.url), { type: 'module' });
}

function readHere(bytes: ArrayBuffer): ReadReport {
  const parsed: unknown = JSON.parse(new TextDecoder().decode(bytes));
  const progress = { is: recompute(parsed), added: 0 };
  return { parsed, recomputation: { progress: () => progress, follow: () => () => {} } };
}

async function readBeside(worker: Worker, bytes: ArrayBuffer, signal: AbortSignal): Promise<ReadReport> {
  const followers = new Set<() => void>();
  let progress: Progress = { is: null, added: 0 };
  let told = performance.now();
  const tell = (next: Progress) => {
    progress = next;
    told = performance.now();
    for (const changed of followers) changed();
  };
  const receipts: unknown[] = [];
  const parsed = await new Promise<unknown>((resolve, reject) => {
    let head: unknown = null;
    let count = 0;
    const isWhole = () => receipts.length === count;
    worker.addEventListener('message', ({ data }: MessageEvent<FromWorker>) => {
      if ('head' in data) ({ head, count } = data);
      if ('receipts' in data) receipts.push(...data.receipts);
      if ('head' in data || 'receipts' in data)
        if (isWhole()) resolve(count > 0 ? { ...Object(head), transactions: receipts } : head);
      if ('failed' in data) reject(new SyntaxError(data.failed));
      if ('added' in data && performance.now() - told >= progressMs) tell({ is: null, added: data.added });
      if ('is' in data) tell({ is: data.is, added: count });
      if ('is' in data || 'failed' in data) worker.terminate();
    });
    worker.addEventListener('error', ({ message }) => reject(new Error(message)), { once: true });
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    const message: ToWorker = { report: bytes };
    worker.postMessage(message, [bytes]);
  });
  const follow = (changed: () => void) => {
    followers.add(changed);
    return () => void followers.delete(changed);
  };
  return { parsed, recomputation: { progress: () => progress, follow } };
}
