import type { Me } from '@/contract/session';

/**
 * What a server can do beyond the interface. Each feature asks for exactly one of these by its name, and for nothing
 * else: whose server it is decides nothing (docs/design.md#6-servers-that-this-project-did-not-write).
 */
export interface Capabilities {
  /** Shows lists and records as of a moment. */
  readonly asOf: boolean;
  /** Keeps change sets: drafts, previews, schedules, approvals, undo. */
  readonly changeSets: boolean;
  readonly chartsOfAccounts: boolean;
  /** Answers the groups that customers are in. */
  readonly customerGroups: boolean;
  /** Opens, counts, closes and exports business days. */
  readonly dayClosing: boolean;
  /** Answers reports of days as docs/report.md describes them, with checks of its own. */
  readonly dayReports: boolean;
  readonly daySummaries: boolean;
  /** Says how far its demo is loaded. */
  readonly demo: boolean;
  /** Takes files in, as change sets, and gives the records of a list whole. */
  readonly files: boolean;
  /** Stores a POST with an `Idempotency-Key` once. */
  readonly idempotencyKeys: boolean;
  /** Sends no top-level fields but those of the contracts. */
  readonly knownFields: boolean;
  /** Searches, filters and sorts lists. */
  readonly listQueries: boolean;
  /** Merges the `data` of a PUT, stores only what is sent, and has versions (`If-Match`). */
  readonly mergePatch: boolean;
  readonly months: boolean;
  /** Answers the figures of the overview. */
  readonly overview: boolean;
  /** Knows what prices were before. */
  readonly priceHistory: boolean;
  readonly questions: boolean;
  readonly salesHistory: boolean;
  /** Keeps views of lists that a company shares. */
  readonly sharedViews: boolean;
  /** Pairs tills with registers by a code. */
  readonly tills: boolean;
  readonly vouchers: boolean;
}

/** The capabilities without which a page is not there; what they are called: generic-server/text-en.ts. */
export type PageCapability = keyof Pick<
  Capabilities,
  | 'changeSets'
  | 'dayClosing'
  | 'daySummaries'
  | 'files'
  | 'months'
  | 'priceHistory'
  | 'questions'
  | 'salesHistory'
  | 'vouchers'
>;

/** The server that the user is signed in to. */
export interface Server {
  readonly can: Capabilities;
}

/** Returns a server that can do everything, or nothing but the interface. */
const serverThat = (can: boolean): Server => ({
  can: {
    asOf: can,
    changeSets: can,
    chartsOfAccounts: can,
    customerGroups: can,
    dayClosing: can,
    dayReports: can,
    daySummaries: can,
    demo: can,
    files: can,
    idempotencyKeys: can,
    knownFields: can,
    listQueries: can,
    mergePatch: can,
    months: can,
    overview: can,
    priceHistory: can,
    questions: can,
    salesHistory: can,
    sharedViews: can,
    tills: can,
    vouchers: can,
  },
});

/** Our own service. */
export const ownServer: Server = serverThat(true);

/** A server of the interface and nothing more. */
export const interfaceServer: Server = serverThat(false);

/** Returns the server by what signing in found out: only our own service says who the caller is. What they may is no part of it. */
export const serverOf = (me: Me | null): Server => (me === null ? interfaceServer : ownServer);
