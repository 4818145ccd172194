import { queryOptions } from '@tanstack/react-query';
import { Big } from 'big.js';
import type { Client } from '@/app/data/client';
import { isArray, isNumber, isObject, parseJson, type Json, type JsonObject } from '@/record/json';
import type { RowSource } from '@/app/data/row-source';
import { decimalOf } from '../report/receipt';
import { businessday } from '@/resources/businessday/contract';
import type { DayReport } from '../report/data/report-query';

/** The response of a generic server to the request of a report: JSON, or other text. */
export type GenericAnswer =
  | { readonly kind: 'json'; readonly value: Json }
  | { readonly kind: 'empty' }
  | { readonly kind: 'text'; readonly text: string };

/** Timeout in milliseconds for a generic server's report. */
const timeoutMs = 60_000;

/** Returns the path of the report of a business day. */
export const reportPath = (id: string): string =>
  `/api/secure/report/businessdaytx/${encodeURIComponent(id)}`;

/**
 * Query options for the report of a day of a generic server, in which numbers keep every digit
 * (docs/interface.md#47-locations-business-days-report).
 */
export const genericReport = (client: Client, id: string) =>
  queryOptions({
    queryKey: ['businessday', 'foreign-report', id],
    queryFn: async ({ signal }): Promise<GenericAnswer> =>
      answerIn((await client.getWithHeaders(reportPath(id), signal, timeoutMs)).text),
    gcTime: 60_000,
    structuralSharing: false,
  });

/** Parses the body of a response. */
export function answerIn(text: string): GenericAnswer {
  if (text.trim() === '') return { kind: 'empty' };
  try {
    return { kind: 'json', value: parseJson(text) };
  } catch {
    return { kind: 'text', text };
  }
}

/** Query options for a day: requested by its id, or else taken from the list; null if both fail. Never throws. */
export const genericDay = (client: Client, source: RowSource, id: string) =>
  queryOptions({
    queryKey: ['businessday', 'foreign-day', id],
    queryFn: async ({ signal }): Promise<JsonObject | null> => {
      const alone = await client.getRecord(businessday.name, id, signal).then(
        ({ text }) => answerIn(text),
        () => null,
      );
      if (alone?.kind === 'json' && isObject(alone.value) && Object.keys(alone.value).length > 0)
        return alone.value;
      const row = await source.recordById(businessday, id).catch(() => null);
      const listed = row && parseJson(JSON.stringify(row));
      return isObject(listed) ? listed : null;
    },
    structuralSharing: false,
  });

/**
 * A report whose receipts have our fields, and its other content; `report` has no totals, since the browser computes
 * them.
 */
export interface ReportInAnswer {
  readonly report: Omit<DayReport, 'totals'>;
  readonly rest: JsonObject;
}

/**
 * Reads a report whose transactions all have our fields (docs/design.md#7-resources-and-fields, `sales`); returns null for
 * any other.
 */
export function reportInAnswer(value: Json, id: string, day: JsonObject | null): ReportInAnswer | null {
  if (!isObject(value)) return null;
  const { transactions, ...rest } = value;
  if (!isArray(transactions) || transactions.length === 0 || !transactions.every(isReceipt)) return null;
  const within = isObject(value['businessday']) ? value['businessday'] : {};
  const about: JsonObject = { ...within, ...day };
  // Receipts without a location or currency count as having the day's, so that no check reports them.
  const named = (name: string, said: string) => {
    const values = new Set(transactions.map((one) => text(one[name])));
    const [only = ''] = values;
    return values.size === 1 ? only && (said || only) : said;
  };
  const location_id = named('location_id', text(about['location_id']));
  const data = isObject(about['data']) ? fieldsIn(about['data']) : {};
  return {
    rest,
    report: {
      businessday: {
        id,
        date: text(about['date']),
        status: text(about['status']),
        location_id,
        location: { id: location_id, name: '' },
        // Only the keys that the checks read: others may have any type.
        data: { z_reports: data['z_reports'] },
      },
      currency: named('currency', text(value['currency'])),
      timezone: supportedTimeZone(text(value['timezone'])),
      cutover_hour: hour(value['cutover_hour']),
      transactions: transactions.map(fieldsIn),
      checks: [],
      registers: [],
      late: { of: [], elsewhere: [] },
      tax_rates: null,
      rounding_units: null,
      seals: [],
      rounding_rule: 'tax_per_receipt_and_rate',
    },
  };
}

const text = (value: Json | undefined): string => (typeof value === 'string' ? value : '');

/** Whether a value has the fields of our receipts: id, type, total and lists of objects. */
function isReceipt(value: Json): value is JsonObject {
  if (!isObject(value) || !isObject(value['data'])) return false;
  const { lines, tenders, taxes } = value['data'];
  const isRows = (rows: Json | undefined) => isArray(rows) && rows.every(isObject);
  return (
    text(value['id']) !== '' &&
    text(value['type']) !== '' &&
    decimalOf(value['total']) !== null &&
    [lines, tenders, taxes].every(isRows)
  );
}

/** Returns the time zone if the browser supports it, or else the browser's own. */
function supportedTimeZone(name: string): string {
  const own = Intl.DateTimeFormat().resolvedOptions().timeZone;
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name || own }).resolvedOptions().timeZone;
  } catch {
    return own;
  }
}

function hour(value: Json | undefined): number {
  const at = Number(decimalOf(value) ?? 0);
  return Number.isInteger(at) && at >= 0 && at < 24 ? at : 0;
}

/** Converts each number to decimal text, so that no digit is lost; receipts accept text. */
const fieldsIn = (value: JsonObject): Record<string, unknown> =>
  Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, asText(inner)]));

function asText(value: Json): unknown {
  if (isNumber(value)) return /e/i.test(value.value) ? new Big(value.value).toFixed() : value.value;
  if (isArray(value)) return value.map(asText);
  return isObject(value) ? fieldsIn(value) : value;
}
