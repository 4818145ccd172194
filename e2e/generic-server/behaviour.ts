import type { BareEntity } from './records';

type Fields = Readonly<Record<string, unknown>>;

/** What a request gets in the place of its answer: another one, or none because the connection breaks off. */
export type Interference =
  | { readonly status: number; readonly headers?: Record<string, string>; readonly text?: string }
  | 'breaks off';

/** A request as it came: `PUT /api/secure/plu/…`, without its query. */
export interface BareRequest {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  /** By their names in small letters. */
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
}

/** What the bare server does at each turn; a breakage puts another function in the place of one. */
export interface BareBehaviour {
  /** Whether this Authorization header lets in; null is none. */
  readonly letsIn: (header: string | null, keys: readonly string[]) => boolean;
  /** Which company's records a request works on; `company` counts from 0. */
  readonly companyOf: (company: number) => number;
  /** What a list includes, in its order. */
  readonly listed: (entities: readonly BareEntity[]) => readonly BareEntity[];
  /** What the filter `dpt_id` leaves. */
  readonly filtered: (entities: readonly BareEntity[], dptId: string) => readonly BareEntity[];
  readonly defaultPageSize: number;
  readonly maximumPageSize: number;
  /** Where a page begins; pages count from 1. */
  readonly offset: (page: number, pageSize: number) => number;
  readonly totalHeader: (total: number) => number;
  readonly pagesHeader: (total: number, pageSize: number) => number;
  readonly hasMore: (taken: number, total: number) => boolean;
  /** The id under which an item of a POST is looked up and created. */
  readonly idOf: (item: Fields) => string | undefined;
  /** The stored entity with what was sent merged in. */
  readonly merged: (stored: BareEntity, sent: Fields) => BareEntity;
  /** A new entity before it is stored. */
  readonly created: (entity: BareEntity) => BareEntity;
  readonly arrayAnswer: (entities: readonly BareEntity[]) => readonly BareEntity[];
  /** An entity as it goes out. */
  readonly shown: (entity: BareEntity) => unknown;
  /** Whether foreign keys are looked up. */
  readonly checksReferences: boolean;
  /** Whether a DELETE deletes. */
  readonly deletes: boolean;
  /** What comes in the place of an answer; looked at before anything is done. It may wait. */
  readonly instead: (request: BareRequest) => Interference | null | Promise<Interference | null>;
  /** The same, once it is done: what was written stays written. */
  readonly afterwards: (request: BareRequest) => Interference | null | Promise<Interference | null>;
  /** What a PUT answers with, of which the interface says nothing; undefined is an empty 204. */
  readonly putAnswer: (shown: unknown) => unknown;
  /** What a list answers with: its array, unless a server wraps it. */
  readonly listBody: (rows: readonly unknown[]) => unknown;
  /** Whether lists say in headers how many there are. */
  readonly saysPages: boolean;
  /** Headers of every answer: what other pages may ask (CORS), for one. */
  readonly says: (request: BareRequest) => Readonly<Record<string, string>>;
}

/** What the interface says. */
export const conformant: BareBehaviour = {
  letsIn: (header, keys) => keys.some((key) => header === `Bearer ${key}`),
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
  instead: () => null,
  afterwards: () => null,
  putAnswer: (shown) => shown,
  listBody: (rows) => rows,
  saysPages: true,
  says: () => ({}),
};
