import { queryOptions } from '@tanstack/react-query';
import { Big } from 'big.js';
import type { Client } from '@/core/app/data/client';
import { isArray, isNumber, isObject, parseJson, type Json, type JsonObject } from '@/core/app/record/json';
import type { RowSource } from '@/core/app/data/row-source';
import { decimalOf } from '../report/receipt';
import { businessday } from '../contract';
import type { DayReport } from '../report/data/report-query';

/** What a server of any kind answers where a report is asked for: JSON, or text that is none. */
export type GenericAnswer =
  | { readonly kind: 'json'; readonly value: Json }
  | { readonly kind: 'empty' }
  | { readonly kind: 'text'; readonly text: string };

/** Milliseconds that another server may take for a day. */
const patience = 60_000;

export const reportPath = (id: string): string =>
  `/api/secure/report/businessdaytx/${encodeURIComponent(id)}`;

/**
 * The report of a day as another server sends it, every digit kept
 * (docs/interface.md#47-locations-business-days-report).
 */
export const genericReport = (client: Client, id: string) =>
  queryOptions({
    queryKey: ['businessday', 'foreign-report', id],
    queryFn: async ({ signal }): Promise<GenericAnswer> =>
      answerIn((await client.getWithHeaders(reportPath(id), signal, patience)).text),
    gcTime: 60_000,
    structuralSharing: false,
  });

/** Reads the body of an answer. */
export function answerIn(text: string): GenericAnswer {
  if (text.trim() === '') return { kind: 'empty' };
  try {
    return { kind: 'json', value: parseJson(text) };
  } catch {
    return { kind: 'text', text };
  }
}

/** The day by itself, or as it stands in the list; null where neither can be read. Never throws. */
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

/** A report whose receipts have our shape, and what else is in it; `report` is without totals: the browser makes them. */
export interface ReportInAnswer {
  readonly report: Omit<DayReport, 'totals'>;
  readonly rest: JsonObject;
}

/**
 * Reads a report whose transactions all have our shape (docs/design.md#7-resources-and-fields, `sales`); null for any
 * other.
 */
export function reportInAnswer(value: Json, id: string, day: JsonObject | null): ReportInAnswer | null {
  if (!isObject(value)) return null;
  const { transactions, ...rest } = value;
  if (!isArray(transactions) || transactions.length === 0 || !transactions.every(isReceipt)) return null;
  const within = isObject(value['businessday']) ? value['businessday'] : {};
  const about: JsonObject = { ...within, ...day };
  // Receipts that do not say where they are from, or in which currency, are of no other place or currency.
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
        // Only what the checks read: notes and voucher numbers may be anything.
        data: { z_reports: data['z_reports'] },
      },
      currency: named('currency', text(value['currency'])),
      timezone: zone(text(value['timezone'])),
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

/** Whether something is a receipt as ours are: what it is, what it comes to, and how. */
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

/** A zone that this browser knows, or its own. */
function zone(name: string): string {
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

/** The same with each number as its decimal text: no digit is lost, and receipts are read from text. */
const fieldsIn = (value: JsonObject): Record<string, unknown> =>
  Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, asText(inner)]));

function asText(value: Json): unknown {
  if (isNumber(value)) return /e/i.test(value.value) ? new Big(value.value).toFixed() : value.value;
  if (isArray(value)) return value.map(asText);
  return isObject(value) ? fieldsIn(value) : value;
}
