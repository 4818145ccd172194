import { Fragment } from 'react';
import { clockTime, dayName } from '@/app/i18n/clock';
import { useTextOf } from '@/app/i18n/i18n';
import { useFormat } from '@/app/i18n/use-format';
import { textOf } from '@/app/form/engine/number-text';
import { shortId } from '@/app/record/value-words';
import { timeInWords } from '@/app/log/log-chips';
import { useEventHorizon } from '@/app/log/event-horizon';
import { groupByDay } from '@/app/log/log-page';
import { PrintHead } from '@/app/print/print-head';
import type { Printout } from '@/app/print/use-printout';
import type { JsonObject } from '@/record/json';
import { useApp } from '@/app/shell/app-context';
import { Change } from '@/ui/display/facts';
import { useRecordOfFilter } from './trail-chips';
import type { TrailState } from './trail-query';
import styles from './trail.module.css';
import { useEventTexts } from './use-event-texts';

interface Props {
  readonly printout: Printout<JsonObject>;
  readonly state: TrailState;
  /** Changes when more texts are loaded, so that the rows render again. */
  readonly texts: number;
}

/** The trail on paper: all events of its filters, day by day, each with all that it changed. */
export function PrintedTrail({ printout, state, texts }: Props) {
  const { me } = useApp().current;
  const tell = useTextOf('event');
  const format = useFormat();
  const { rows, at, hasMore } = printout;
  const horizon = useEventHorizon();
  const title = tell('title');
  const timeZone = me?.company.timezone;
  const days = [...groupByDay(rows, (event) => textOf(event['at']), timeZone)];
  return (
    <div className={styles.paper} data-printed-list="">
      <PrintHead company={me?.company.name ?? ''} about="" aside={format.momentLong(at)} title={title} />
      <h2>{title}</h2>
      <p className={styles.about}>
        <TrailFiltersInWords state={state} events={rows} />
        <span>{tell(hasMore === true ? 'print.newest' : 'print.all', { count: rows.length })}</span>
        <span>{tell('print.order')}</span>
      </p>
      <table aria-label={title}>
        <colgroup>
          {['9%', '17%', '28%', '46%'].map((width) => (
            <col key={width} style={{ width }} />
          ))}
        </colgroup>
        <thead>
          <tr>
            {(['time', 'who', 'what', 'difference'] as const).map((name) => (
              <th key={name} scope="col">
                {tell(name)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {days.map(([day, ofDay]) => (
            <Fragment key={day}>
              <tr className={styles.dayRow}>
                <th scope="rowgroup" colSpan={4}>
                  {dayName(textOf(ofDay[0]?.['at']), format.locale, timeZone)}
                </th>
              </tr>
              {ofDay.map((event) => (
                <PrintedEvent key={textOf(event['id'])} event={event} texts={texts} />
              ))}
            </Fragment>
          ))}
        </tbody>
      </table>
      {hasMore !== true && horizon !== null && <p className={styles.horizon}>{horizon}</p>}
    </div>
  );
}

function PrintedEvent({ event }: { event: JsonObject; texts: number }) {
  const { me } = useApp().current;
  const { locale } = useFormat();
  const { verb, kind, name, who, lines, remark } = useEventTexts(event);
  return (
    <tr>
      <td>{clockTime(textOf(event['at']), locale, me?.company.timezone)}</td>
      <td>{who}</td>
      <td>
        {verb} {kind} <b>{name}</b>
      </td>
      <td>
        {lines.map(({ key, ...line }) => (
          <span key={key} className={styles.line}>
            <Change {...line} />
          </span>
        ))}
        {remark}
      </td>
    </tr>
  );
}

/** The trail's filters as text: "Record type: product". */
function TrailFiltersInWords({ state, events }: { state: TrailState; events: readonly JsonObject[] }) {
  const tell = useTextOf('event');
  const format = useFormat();
  const { filters } = state;
  const { user_id: user, key_id: key, entity_id: record } = filters;
  const nameOfRecord = useRecordOfFilter(events, record);
  const by = events.find((event) => event['user_id'] === user || event['key_id'] === key);
  const words = [
    ['time', timeInWords(filters, tell, format)],
    ['who', (user ?? key) ? textOf(by?.['who']) || shortId(user ?? key ?? '') : ''],
    ['entity', filters.entity.map((value) => tell(`one.${value}`)).join(', ')],
    ['action', filters.action.map((value) => tell(`action.${value}`)).join(', ')],
    ['entity_id', nameOfRecord],
  ] as const;
  return words.map(
    ([name, text]) => text !== '' && <span key={name}>{`${tell(`filter.${name}`)}: ${text}`}</span>,
  );
}
