import { parseAsArrayOf, parseAsBoolean, parseAsString, useQueryStates } from 'nuqs';
import { useMemo } from 'react';
import type { ReceiptFilter } from './receipt-filter';

/** The view state of a report, stored in the address, so that a shared link, back and reload show the same. */
export interface ReportState {
  readonly filter: ReceiptFilter;
  readonly sort: string;
  /** The id of the open receipt. */
  readonly receipt: string | null;
  /** The question that is shown beside the report, in front of a receipt (questions/opened-question.ts). */
  readonly question: string | null;
  narrow: (change: Partial<ReceiptFilter>) => void;
  clear: () => void;
  sortBy: (field: string) => void;
  /** Shows a question, or the form that asks one; null closes it. */
  ask: (question: string | null) => void;
  /** Opens a receipt, or closes it with null. Going from one receipt to the next replaces the history entry. */
  open: (id: string | null) => void;
}

const list = parseAsArrayOf(parseAsString).withDefault([]);
const text = parseAsString.withDefault('');

/** The query parameters of the address: `?q=soup&type=return&tender=Card&min=10&sort=-total&receipt=…`. */
const parsers = {
  q: text,
  type: list,
  tender: list,
  cashier: list,
  min: text,
  max: text,
  fault: parseAsBoolean.withDefault(false),
  sort: parseAsString.withDefault('completed_at'),
  receipt: parseAsString,
  question: parseAsString,
};

/** Returns the view state of a report with functions that change it in the address. */
export function useReportState(): ReportState {
  const [values, set] = useQueryStates(parsers, { history: 'replace', shallow: false });
  return useMemo(() => {
    const { q, type, tender, cashier, min, max, fault, sort, receipt, question } = values;
    return {
      filter: { q, types: type, tenders: tender, cashiers: cashier, min, max, faulty: fault },
      sort,
      receipt,
      question,
      narrow: (change) =>
        void set({
          ...(change.q !== undefined && { q: change.q }),
          ...(change.types && { type: [...change.types] }),
          ...(change.tenders && { tender: [...change.tenders] }),
          ...(change.cashiers && { cashier: [...change.cashiers] }),
          ...(change.min !== undefined && { min: change.min }),
          ...(change.max !== undefined && { max: change.max }),
          ...(change.faulty !== undefined && { fault: change.faulty }),
        }),
      clear: () =>
        void set({ q: null, type: null, tender: null, cashier: null, min: null, max: null, fault: null }),
      sortBy: (field) => void set({ sort: sort === field ? `-${field}` : field }),
      ask: (opened) => void set({ question: opened }, { history: question === null ? 'push' : 'replace' }),
      open: (id) =>
        void set({ receipt: id, question: null }, { history: receipt === null ? 'push' : 'replace' }),
    };
  }, [values, set]);
}
