import type { BareEntity } from './records';

type Fields = Readonly<Record<string, unknown>>;

/** What a request gets instead of its response: another response, or none because the connection breaks. */
export type Interference =
  | { readonly status: number; readonly headers?: Record<string, string>; readonly text?: string }
  | 'breaks off';

/** A received request: `PUT /api/secure/plu/…`, without its query. */
export interface BareRequest {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
}

/** The steps of the bare server; a breakage replaces one of these functions. */
export interface BareBehaviour {
  /** Returns whether this Authorization header grants access; null if there is none. */
  readonly isAuthorized: (header: string | null, keys: readonly string[]) => boolean;
  /** Returns the company whose records a request works on, counted from 0. */
  readonly companyOf: (company: number) => number;
  /** Returns the records of a list, in its order. */
  readonly listed: (entities: readonly BareEntity[]) => readonly BareEntity[];
  /** Returns the records that match the filter `dpt_id`. */
  readonly filtered: (entities: readonly BareEntity[], dptId: string) => readonly BareEntity[];
  readonly defaultPageSize: number;
  readonly maximumPageSize: number;
  /** Returns the offset of a page; pages count from 1. */
  readonly offset: (page: number, pageSize: number) => number;
  readonly totalHeader: (total: number) => number;
  readonly pagesHeader: (total: number, pageSize: number) => number;
  readonly hasMore: (taken: number, total: number) => boolean;
  /** Returns the id under which an item of a POST is looked up and created. */
  readonly idOf: (item: Fields) => string | undefined;
  /** Returns the stored entity with the sent fields merged in. */
  readonly merged: (stored: BareEntity, sent: Fields) => BareEntity;
  /** Returns a new entity before it is stored. */
  readonly created: (entity: BareEntity) => BareEntity;
  readonly arrayAnswer: (entities: readonly BareEntity[]) => readonly BareEntity[];
  /** Returns an entity as the response has it. */
  readonly shown: (entity: BareEntity) => unknown;
  /** Whether foreign keys are checked. */
  readonly checksReferences: boolean;
  /** Whether DELETE deletes. */
  readonly deletes: boolean;
  /** Returns a replacement for the response, before the request is processed. May wait. */
  readonly intercept: (request: BareRequest) => Interference | null | Promise<Interference | null>;
  /** The same after the request was processed: what was written stays written. */
  readonly interceptAfter: (request: BareRequest) => Interference | null | Promise<Interference | null>;
  /** Returns the body of the response to a PUT, which the interface does not specify; undefined is an empty 204. */
  readonly putAnswer: (shown: unknown) => unknown;
  /** Returns the body of a list: its array, unless a server wraps it. */
  readonly listBody: (rows: readonly unknown[]) => unknown;
  /** Whether lists have headers with their counts. */
  readonly sendsPageHeaders: boolean;
  /** Returns headers for every response, such as those of CORS. */
  readonly headersFor: (request: BareRequest) => Readonly<Record<string, string>>;
}

/** The behaviour that the interface specifies. */
export const conformant: BareBehaviour = {
  isAuthorized: (header, keys) => keys.some((key) => header === `Bearer ${key}`),
  companyOf: (company) => company,
  listed: (entities) => entities,
  filtered: (entities, dptId) => entities.filter(({ dpt_id }) => dpt_id === dptId),
  defaultPageSize: 100,
  maximumPageSize: 1000,
  offset: (page, pageSize) => (page - 1) * pageSize,
  totalHeader: (total) => total,
  pagesHeader: (total, pageSize) => Math.ceil(total / pageSize),
  hasMore: (taken, total) => taken < total,
  idOf: ({ id }) => (typeof id === 'string' ? id.toLowerCase() : undefined),
  merged: (stored, sent) => {
    const data = typeof sent['data'] === 'object' ? sent['data'] : {};
    return { ...stored, ...sent, id: stored.id, data: { ...stored.data, ...data } };
  },
  created: (entity) => entity,
  arrayAnswer: (entities) => entities,
  shown: (entity) => entity,
  checksReferences: true,
  deletes: false,
  intercept: () => null,
  interceptAfter: () => null,
  putAnswer: (shown) => shown,
  listBody: (rows) => rows,
  sendsPageHeaders: true,
  headersFor: () => ({}),
};
