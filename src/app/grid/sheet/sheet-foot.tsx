import { useState } from 'react';
import { Button } from '@/ui/display/button';
import { DialogFoot } from '@/ui/overlays/dialog-foot';
import { LazyModal } from '@/ui/overlays/lazy-modal';
import { usePageText } from '../../i18n/i18n';
import { useFormat } from '../../i18n/use-format';
import { formatTime } from '../../i18n/format';
import { localDayAndTime } from '../../i18n/clock';
import { useApp } from '../../shell/app-context';
import { useErrorText } from '../../shell/error-text';
import type { Bounds } from './range/range';
import { collectedCount, type SheetState } from './sheet-store';
import styles from './sheet.module.css';
import type { Summary } from './range/summary';
import { texts } from './texts';
import { facets, type Facets } from './use-facets';

/** The quiet foot of a list: what has been collected, what is wrong with it, the figures of the range, and the way on. */
export function SheetFoot(props: {
  state: SheetState;
  /** Size and figures of the range; null without one. */
  range: { readonly size: Bounds; readonly summary: Summary } | null;
  /** What a fill or a paste would do with the range; null where it has no cells to change. */
  storing: string | null;
  /** How many values were not taken. */
  refused: number;
  /** What is to be known of what was collected; each shows its rows alone. */
  facets: Facets;
  owner: string | null;
  /** Whether the page has no primary button of its own. */
  isPrimary: boolean;
  onShowRefused: () => void;
  onDiscard: () => Promise<void>;
  /** Opens the preview of the draft, or stores what was collected where no drafts are kept. */
  onPreview: () => void;
  onRetry: () => void;
}) {
  const { state, range, storing, refused, facets: found, owner, isPrimary, onDiscard } = props;
  const say = usePageText('grid/sheet', texts);
  const format = useFormat();
  const errorText = useErrorText();
  const [isAsking, setIsAsking] = useState(false);
  const { cells, records } = collectedCount(state);
  const { me, server } = useApp().current;
  const { can } = server;
  const zone = me?.company.timezone;
  const { name, keptAt } = state;
  const time =
    keptAt === null
      ? ''
      : formatTime(localDayAndTime(new Date(keptAt).toISOString(), zone).time, format.locale);
  const unnamed = !can.changeSets
    ? say('keptHere')
    : owner === null
      ? say('draftKept')
      : say('draftOf', { name: owner });
  const kept = name === null || time === '' ? unnamed : say('draftNamed', { name, time });
  // What is stored record by record takes as long as it has records: until the last is, the foot stays and says so.
  const isStoring = !can.changeSets && state.isCollecting && state.isBusy;
  if (cells === 0 && !range && !isStoring) return null;
  return (
    <section className={styles.foot} aria-label={say(cells > 0 || isStoring ? 'foot' : 'range')}>
      {cells === 0 && isStoring && <output>{say('storing')}</output>}
      {cells > 0 && (
        <>
          <i className={styles.dot} />
          <output>
            <b>{say('cells', { count: cells })}</b>{' '}
            {say('inRecords', { records: say('records', { count: records }) })}
          </output>
        </>
      )}
      {refused > 0 && (
        <Button kind="quiet" size="xs" className={styles.wrong} onClick={props.onShowRefused}>
          {say('wrong', { count: refused })}
        </Button>
      )}
      {facets.map(
        (facet) =>
          found.counts[facet] > 0 && (
            <Button
              key={facet}
              kind="quiet"
              size="xs"
              className={styles.facet}
              aria-pressed={found.chosen === facet}
              onClick={() => found.choose(facet)}
            >
              <i className={facet === 'raised' ? styles.raised : styles.doubt} />
              {say(facet, { count: found.counts[facet] })}
            </Button>
          ),
      )}
      {range && (
        <>
          {cells > 0 && <span className={styles.rule} />}
          <span className={styles.figure}>
            {say('size', { rows: range.size.rows, columns: range.size.columns })}
          </span>
          {storing !== null && <span className={styles.figure}>{say('fillOrPaste', { what: storing })}</span>}
          {range.summary.sum !== null && (
            <>
              <span className={styles.figure}>{say('sum', { value: format.money(range.summary.sum) })}</span>
              <span className={styles.figure}>
                {say('average', { value: format.money(range.summary.average) })}
              </span>
            </>
          )}
        </>
      )}
      <span className="grow" />
      {cells > 0 && (
        <>
          {state.syncError ? (
            <>
              <span className={styles.wrong} role="alert" title={errorText(state.syncError)}>
                {say('notKept')}
              </span>
              <Button onClick={props.onRetry}>{say('again')}</Button>
            </>
          ) : (
            <span className={styles.kept}>
              {state.isBusy ? say(can.changeSets ? 'saving' : 'storing') : kept}
            </span>
          )}
          <Button kind="quiet" onClick={() => setIsAsking(true)}>
            {say('discard')}
          </Button>
          <Button kind={isPrimary ? 'primary' : 'default'} kbd="Ctrl Enter" onClick={props.onPreview}>
            {can.changeSets ? say('preview') : say('save', { count: records })}
          </Button>
        </>
      )}
      <LazyModal
        opened={isAsking}
        onClose={() => setIsAsking(false)}
        title={say('discardTitle', { count: cells })}
        footer={
          <DialogFoot
            cancel={say('discardStay')}
            onCancel={() => setIsAsking(false)}
            kind="danger"
            onDo={() => {
              setIsAsking(false);
              void onDiscard();
            }}
          >
            {say('discard')}
          </DialogFoot>
        }
      >
        <p>{say(can.changeSets ? 'discardText' : 'discardHere')}</p>
      </LazyModal>
    </section>
  );
}
