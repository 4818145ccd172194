import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useApp } from '@/app/shell/app-context';
import { textOf } from '@/app/form/engine/number-text';
import { besideOf } from '@/contract/history';
import { usePageText, useText, useTextOf, type SayOf } from '@/app/i18n/i18n';
import { isArray, isObject, valueAt, type JsonObject, type Json } from '@/record/json';
import { useFormat } from '@/app/i18n/use-format';
import type { Format } from '@/app/i18n/formats';
import type { Row } from '@/app/data/row';
import { nameOf as nameOfRow, type Screen } from '@/app/shell/screen';
import { summaryReport } from '@/days/report/data/report-query';
import { reportTexts } from '@/days/report/report-texts';
import { subjectText } from '../question/thread/about';
import { texts as threadTexts } from '../question/thread/texts';
import { detailText } from '../securityevent/detail-text';
import { texts as securityTexts } from '../securityevent/log-texts';
import { daySentences, isCount } from './day-sentences';
import { isErased, referencesOf, recordOf, differencesOf } from './difference';
import { entitiesOfPlace, useRecordNames } from './record-names';
import { securityLog } from './security-entries';
import { labelOf, valueOf, type WordSources, shortId } from '@/app/record/value-words';
import { dateWords } from '@/ui/display/date-words';

/** The texts of an event on its page. */
export interface EventTexts {
  /** The past tense: "Changed", "Deactivated". */
  readonly verb: string;
  /** The kind of record: "product". */
  readonly kind: string;
  readonly name: string;
  /** Address of the record's form; null if it has none. */
  readonly href: string | null;
  readonly who: string;
  readonly lines: readonly Line[];
  /** Shown instead of the differences if there are none. */
  readonly remark: string | null;
}

/** Returns the texts of an event. The names of referenced records are loaded and filled in when they arrive. */
export function useEventTexts(event: JsonObject): EventTexts {
  const { screens } = useApp();
  const entity = textOf(event['entity']);
  const screen = screens[entity];
  const tell = useTextOf('event');
  const sayOwn = useTextOf(entity);
  const sayThread = usePageText('question/thread', threadTexts);
  const sayReport = usePageText('businessday/report', reportTexts);
  // What a question is about is stored as a code, `check.cash`.
  const say: SayOf = (key, values) =>
    entity === 'question' && key.startsWith('subject=')
      ? subjectText(key.slice('subject='.length), sayThread, sayReport)
      : sayOwn(key, values);
  const format = useFormat();
  const named = useMemo(
    () =>
      screen
        ? [
            ...referencesOf(screen.contract, event),
            ...placeOf(event),
            ...registersOf(event),
            ...(entity === 'question' ? [[textOf(event['entity_id']).toLowerCase(), entity] as const] : []),
          ]
        : [],
    [screen, event, entity],
  );
  const nameOf = useRecordNames(named);
  const resource = screen?.contract;
  const expectedIn = useExpectedCash(event);
  const lines = linesOf(event, { resource, say, tell, format, nameOf });
  const sentences = entity === 'businessday' ? daySentences(event, { tell, format, nameOf, expectedIn }) : [];
  const shownLines = entity === 'sales' ? lines.filter(({ key }) => !partsOfSale.test(key)) : lines;
  const allLines =
    sentences.length > 0
      ? [...sentences, ...lines.filter(({ key }) => !key.startsWith('data/z_reports'))]
      : shownLines;
  const beside = besideText(event);
  const id = textOf(event['entity_id']);
  const sayCore = useText();
  const tellSecurity = usePageText('securityevent/trail', securityTexts);
  if (entity === securityLog) {
    const entryKind = textOf(event['kind']);
    const detail = textOf(event['detail']);
    return {
      verb: tellSecurity(`kind.${entryKind}`),
      kind: '',
      name: textOf(event['subject']),
      href: screen ? `${screen.path}?kind=${entryKind}` : null,
      who: textOf(event['who']) || tellSecurity('somebody'),
      lines: [],
      remark: [detail && detailText(detail, tellSecurity, sayCore), textOf(event['address'])]
        .filter(Boolean)
        .join(', '),
    };
  }
  if (entity === 'month') return monthTexts(event, tell, format.locale);
  const kindKey = `one.${entity}`;
  const kind = tell(kindKey);
  return {
    verb: tell(verbOf(event)),
    kind: kind === kindKey ? entity : kind,
    name: nameOfRecord(event, screen, format, nameOf) || shortId(id),
    href:
      entity === 'question'
        ? questionPlace(event, id)
        : screen && (screen.form || screen.pages?.some(({ path }) => path === `${screen.path}/:id`))
          ? `${screen.path}/${id}`
          : null,
    who: textOf(event['who']) || tell('somebody'),
    lines: beside ? [] : allLines,
    remark: beside
      ? tell(beside, { when: format.momentLong(valueAt(event, ['payload', 'replayed_from'])) })
      : allLines.length > 0
        ? null
        : answerIn(event) !== null
          ? answerIn(event)
          : event['action'] === 'erase'
            ? tell('erasure')
            : isErased(event)
              ? tell('wasErased')
              : event['action'] === 'update'
                ? tell('nothing')
                : null,
  };
}

/** What a receipt is made of, which the receipt itself shows; its event names the rest. */
const partsOfSale =
  /^data\/(lines|taxes|tenders)|^(location_id|businessday_id|receipt_num|currency|rounding|total_net|total_tax)$|^cashier\/id$/;

/** The location of a business day or receipt, which belongs to what the record is called. */
function placeOf(event: JsonObject): [string, string][] {
  const id = textOf(wholeRecordOf(event)?.['location_id']);
  return entitiesOfPlace.has(textOf(event['entity'])) && id !== '' ? [[id.toLowerCase(), 'location']] : [];
}

/** The registers of a business day's z reports, which its sentences name. */
function registersOf(event: JsonObject): [string, string][] {
  if (textOf(event['entity']) !== 'businessday') return [];
  const reports = valueAt(wholeRecordOf(event) ?? {}, ['data', 'z_reports']);
  return isArray(reports)
    ? reports.map((report): [string, string] => [textOf(valueAt(report, ['pos_id'])).toLowerCase(), 'pos'])
    : [];
}

const wholeRecordOf = (event: JsonObject): JsonObject | null => {
  const { before } = event;
  return recordOf(event) ?? (isObject(before) ? before : null);
};

/** Returns what people call the record: its name, or else its code; of a day, its date and location; of a receipt, its number. */
function nameOfRecord(
  event: JsonObject,
  screen: Screen | undefined,
  format: Format,
  nameOf: (id: string) => string | undefined,
): string {
  const record = wholeRecordOf(event);
  const before = event['before'];
  if (!record || isErased(event)) return '';
  const code = screen?.code ? textOf(valueAt(record, screen.code.split('.'))) : '';
  // Of an erased record its code alone is left.
  const name =
    textOf(record['name']) ||
    (event['entity'] === 'question' && textOf(record['text'])) ||
    (isObject(before) ? textOf(before['name']) : '') ||
    code;
  if (!screen?.recordName) return name;
  const row = { ...toPlainRow(record), id: textOf(event['entity_id']) };
  const called = nameOfRow(screen, row, format);
  const place = placeOf(event)[0];
  return [called, place && nameOf(place[0])].filter(Boolean).join(', ');
}

/** Texts of the fields that a record's name is made of; a row of a list has plain values. */
const toPlainRow = (record: JsonObject): Row => ({
  id: '',
  data: {},
  active: true,
  ...Object.fromEntries(Object.entries(record).filter(([, value]) => typeof value === 'string')),
});

/** Returns the text of what was done beside a record: an invitation of a user, the secret of a webhook; null for any other event. */
function besideText(event: JsonObject): string | null {
  const beside = besideOf(event);
  if (beside !== 'invitation' && beside !== 'accepted') return beside && `beside.${beside}`;
  const { payload } = event;
  const kind = isObject(payload) ? textOf(payload[beside === 'accepted' ? 'accepted' : 'kind']) : '';
  if (!linkKinds.has(kind)) return null;
  return beside === 'accepted' ? `accepted.${kind}` : `link.${kind}`;
}

const linkKinds = new Set(['join', 'reset', 'recover']);

/**
 * Returns the expected cash by register for the event that counts a day: the day's sums as they are now, since an event
 * stores the record alone. Nothing is returned for a location with two days of one date, whose sums are of both.
 */
function useExpectedCash(event: JsonObject): (pos_id: string) => string | undefined {
  const { current } = useApp();
  const record = wholeRecordOf(event);
  const date = textOf(record?.['date']);
  const wanted = event['entity'] === 'businessday' && isCount(event);
  const { data } = useQuery({
    ...summaryReport(current.client, {
      locations: [textOf(record?.['location_id'])],
      from: date,
      to: date,
      currency: '',
    }),
    enabled: wanted && date !== '',
    staleTime: Infinity,
    retry: false,
  });
  return (pos_id) =>
    data?.days.length === 1
      ? (data.totals.cash.find((row) => row.pos_id?.toLowerCase() === pos_id.toLowerCase())?.expected ??
        undefined)
      : undefined;
}

/** Returns the texts of a month that was locked or unlocked: its name, and the reason or the seal. */
function monthTexts(event: JsonObject, tell: SayOf, locale: string): EventTexts {
  const said = isObject(event['after']) ? event['after'] : {};
  const month = textOf(said['month']);
  const isUnlock = said['action'] === 'unlock';
  return {
    verb: tell(isUnlock ? 'unlocked' : 'locked'),
    kind: tell('one.month'),
    name: dateWords(`${month}-01`, locale, { month: 'long', year: 'numeric' }),
    href: `/months/${month}`,
    who: textOf(event['who']) || tell('somebody'),
    lines: [],
    remark: isUnlock ? textOf(said['reason']) : tell('monthSeal', { hash: textOf(said['hash']) }),
  };
}

function verbOf(event: JsonObject): string {
  const { action, entity, before, after, payload } = event;
  if (entity === 'question') return questionVerb(event);
  const isUser = entity === 'user';
  if (action === 'create') return entity === 'businessday' ? 'opened' : isUser ? 'invited' : 'created';
  if (action === 'erase') return 'erased';
  if (isUser && isObject(payload) && payload['accepted'] === 'join') return 'accepted';
  const beside = besideOf(event);
  if (beside === 'invitation' || beside === 'accepted') return 'linked';
  if (beside !== null) return 'changed';
  if (!isObject(before) || !isObject(after)) return 'changed';
  if (before['active'] !== after['active']) return after['active'] === true ? 'activated' : 'deactivated';
  if (differencesOf(event).length === 0) return 'stored';
  if (entity !== 'businessday' || before['status'] === after['status']) return 'changed';
  return { closed: 'closed', exported: 'exported', open: 'reopened' }[textOf(after['status'])] ?? 'changed';
}

/** The text of one difference; `was` or `now` is absent if there is nothing to show for it. */
interface Line {
  readonly key: string;
  readonly label: string;
  readonly was?: string;
  readonly now?: string;
}

/**
 * Returns the differences of an event as text: labels of the screen, names instead of GUIDs, and values in the locale.
 */
export function linesOf(event: JsonObject, sources: WordSources): Line[] {
  return differencesOf(event).map(({ path, was, now, list }): Line => {
    const line = { key: path.join('/'), label: labelOf(path, sources) };
    const read = (value: Json) => valueOf(path, value, sources);
    if (list) {
      const signed = (sign: string, values: readonly Json[]) =>
        values.map((value) => `${sign} ${read(value)}`);
      return { ...line, now: [...signed('+', list.added), ...signed('−', list.removed)].join(', ') };
    }
    const nothing = sources.tell('empty');
    const isNew = !isObject(event['before']);
    return {
      ...line,
      ...(isNew ? {} : { was: was === undefined ? nothing : read(was) || nothing }),
      now: now === undefined ? nothing : read(now) || nothing,
    };
  });
}

/** Returns the answer that an event adds to a question; '' where it was closed or opened, null for any other event. */
function answerIn({ entity, payload }: JsonObject): string | null {
  if (entity !== 'question' || !isObject(payload)) return null;
  if (payload['move'] !== undefined) return '';
  return payload['answer'] === undefined ? null : textOf(payload['answer']);
}

/** Returns the past tense of an event of a question, which is closed and opened like a day. */
function questionVerb({ action, payload }: JsonObject): string {
  if (action === 'create') return 'asked';
  if (!isObject(payload)) return 'changed';
  if (payload['answer'] !== undefined) return 'answered';
  return { close: 'closed', reopen: 'reopened' }[textOf(payload['move'])] ?? 'changed';
}

/** Returns the address of a question in the report of its day, as the event knows it. */
function questionPlace(event: JsonObject, id: string): string | null {
  const record = recordOf(event);
  const day = textOf(record?.['businessday_id']);
  const receipt = textOf(record?.['sales_id']);
  return day === '' ? null : `/business-days/${day}?${receipt && `receipt=${receipt}&`}question=${id}`;
}
