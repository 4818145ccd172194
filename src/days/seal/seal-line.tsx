import { useQuery, queryOptions } from '@tanstack/react-query';
import { ShieldCheck, ShieldQuestion } from 'lucide-react';
import { useApp } from '@/app/shell/app-context';
import { usePageText } from '@/app/i18n/i18n';
import { useFormat } from '@/app/i18n/use-format';
import { Banner } from '@/ui/display/banner';
import { Icon } from '@/ui/display/icon';
import type { DayReport } from '../report/data/report-query';
import { sealTexts } from './seal-texts';
import styles from './seal.module.css';
import { currentSeal } from './current-seal';
import type { Seal, SealState } from './verify-seal';
import type { Client } from '@/app/data/client';
import type { ToSealWorker } from './seal-worker';

/** Line with the seal of a closed or exported day: by whom and when, and whether the report matches it. */
export function SealLine(props: { report: DayReport; registerName: (pos_id: string | null) => string }) {
  const { report, registerName } = props;
  const { businessday: day, seals } = report;
  const say = usePageText('businessday/seal', sealTexts);
  const format = useFormat();
  const seal = currentSeal(report);
  const late = day.late_z_reports ?? [];
  if (day.status === 'open') return null;
  return (
    <>
      {late.map(({ pos_id, at }) => (
        <Banner key={pos_id} kind="note">
          {say('late', { register: registerName(pos_id), when: format.momentLong(at) })}
        </Banner>
      ))}
      {seal ? (
        <Verified id={day.id} seal={seal} earlier={seals.length - 1} />
      ) : (
        <p className={styles.line}>
          <Icon as={ShieldQuestion} size="s" />
          <span>{say('none')}</span>
        </p>
      )}
    </>
  );
}

function Verified({ id, seal, earlier }: { id: string; seal: Seal; earlier: number }) {
  const say = usePageText('businessday/seal', sealTexts);
  const format = useFormat();
  const { client } = useApp().current;
  const { data: state, isError } = useQuery(sealState(client, id, seal));
  const when = format.momentLong(seal.at);
  if (state === 'differs') return <Banner kind="danger">{say('differs')}</Banner>;
  return (
    <section className={styles.line} aria-label={say('seal')} data-state={state}>
      <Icon as={state === 'holds' ? ShieldCheck : ShieldQuestion} size="s" />
      <div>
        <p>
          <span className="strong">
            {seal.by ? say('sealed', { when, who: seal.by }) : say('sealed.nobody', { when })}
          </span>
          {' · '}
          {say('number', { number: format.count(seal.number) })}
          {' · '}
          <code className={styles.hash} title={seal.hash}>
            {seal.hash.slice(0, 16)}
          </code>
          <code className={styles.whole}>{seal.hash}</code>
          {earlier > 0 && ` · ${say('earlier', { count: earlier })}`}
        </p>
        <p className="meta" aria-live="polite">
          {say(isError ? 'unread' : (state ?? 'checking'))}
        </p>
      </div>
    </section>
  );
}

/**
 * Query options: whether the service's report matches the seal. The report is requested again as text, since parsed numbers
 * lose digits; the browser has it in its cache, so the service answers 304.
 */
const sealState = (client: Client, id: string, seal: Seal) =>
  queryOptions({
    queryKey: ['businessday', 'seal', id, seal.hash],
    queryFn: async ({ signal }): Promise<SealState> => {
      const path = `/api/secure/report/businessdaytx/${encodeURIComponent(id)}`;
      return inWorker({ report: await client.text(path, signal), seal }, signal);
    },
    retry: false,
  });

/** Hashes in a worker, since a day of thousands of receipts takes a second or two. */
async function inWorker(given: ToSealWorker, signal: AbortSignal): Promise<SealState> {
  if (typeof Worker === 'undefined') {
    const { verifySeal } = await import('./verify-seal');
    return verifySeal(given.report, given.seal);
  }
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./seal-worker.ts', import.meta.url), { type: 'module' });
    const end = (finish: () => void) => {
      worker.terminate();
      finish();
    };
    signal.addEventListener('abort', () => end(() => reject(signal.reason)), { once: true });
    worker.addEventListener('message', ({ data }: MessageEvent<SealState>) => end(() => resolve(data)));
    worker.addEventListener('error', () => end(() => reject(new Error('The worker did not come'))));
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker's `postMessage` has no target origin
    worker.postMessage(given);
  });
}
