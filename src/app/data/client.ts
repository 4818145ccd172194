import { isUserActive } from '../session/user-activity';
import { notJsonError, responseError, RequestError, noResponseError } from './request-error';

/** Address and credentials of a service. `baseUrl` has no trailing slash and is empty for this page's origin. */
export interface Connection {
  readonly baseUrl: string;
  readonly key: string;
  /** With a session: the membership or key whose company this window shows, sent as `Tillhouse-As`. */
  readonly as?: string;
}

/** Query parameters of a list; empty ones are left out, several values are sent one by one (docs/interface.md#42-list, docs/design.md#filters). */
export type ListParams = Readonly<Record<string, string | number | readonly string[] | undefined>>;

/** One page of a list, with the values of its headers (docs/interface.md#46-pagination). */
export interface ListResponse<Row> {
  readonly rows: readonly Row[];
  readonly total: number;
  readonly page: number;
  readonly pageSize: number;
  readonly etag: string | null;
}

/**
 * Response with one record as JSON TEXT, never parsed here: a number in `data` may have more digits than a
 * JavaScript number holds, so code that edits it uses a parser that keeps them.
 */
export interface RecordResponse {
  readonly text: string;
  readonly etag: string | null;
}

interface Conditions {
  readonly ifMatch?: string | undefined;
  readonly idempotencyKey?: string | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** HTTP client of one service. Every failure is a `RequestError`. */
export interface Client {
  /**
   * GETs one page of a list (docs/interface.md#42-list). Rows are parsed with `JSON.parse`: use them for
   * display, never send them back.
   */
  list: <Row>(resource: string, params: ListParams, signal?: AbortSignal) => Promise<ListResponse<Row>>;
  /**
   * GETs one record as text (docs/interface.md#43-get-one); on our service also as it was at the ISO date-time
   * `asOf`.
   */
  getRecord: (
    resource: string,
    id: string,
    signal?: AbortSignal,
    asOf?: string | null,
  ) => Promise<RecordResponse>;
  /**
   * PUTs the changed fields as JSON text (docs/interface.md#45-update); `ifMatch` is the ETag of the version
   * they were read from.
   */
  put: (resource: string, id: string, body: string, conditions?: Conditions) => Promise<RecordResponse>;
  /** POSTs one new record, or several, as JSON text (docs/interface.md#44-create-or-upsert). */
  post: (resource: string, body: string, conditions?: Conditions) => Promise<RecordResponse>;
  /** GETs any JSON below the base URL, such as `/api/secure/me`. */
  json: (path: string, signal?: AbortSignal) => Promise<unknown>;
  /** GETs the response body as text, with every digit. */
  text: (path: string, signal?: AbortSignal) => Promise<string>;
  /**
   * GETs the response body as text with its headers, to detect the server's format. `timeoutMs`: timeout in
   * milliseconds.
   */
  getWithHeaders: (
    path: string,
    signal?: AbortSignal,
    timeoutMs?: number,
  ) => Promise<{ readonly text: string; readonly headers: Headers }>;
  /** GETs a response body as a stream: a file, or one that has no end until `signal` aborts it. */
  stream: (
    path: string,
    headers: Readonly<Record<string, string>>,
    signal: AbortSignal,
  ) => Promise<ReadableStream<Uint8Array>>;
}

const defaultTimeout = 30_000;
/** How often a write is sent again that the service still works on, a second apart. */
const mostAgain = 5;

/**
 * Creates a client for one key or session. `onUnauthorized` is called on every 401, so that the session can end;
 * `onRefused` with the code of every other refusal: the session may act for another membership by now, or lack a second
 * factor. `confirm` asks for the password again when the
 * service requires it; if it resolves to true, the write is sent once more with the same `Idempotency-Key`.
 */
export function createClient(
  connection: Connection,
  onUnauthorized: () => void = () => {},
  onRefused: (code: string) => void = () => {},
  confirm: () => Promise<boolean> = async () => false,
): Client {
  async function request(path: string, init: RequestInit, signal?: AbortSignal, timeoutMs = defaultTimeout) {
    const timeout = AbortSignal.timeout(timeoutMs);
    let response: Response;
    let text: string;
    try {
      response = await fetch(connection.baseUrl + path, {
        ...init,
        signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
      });
      text = await response.text();
    } catch (cause) {
      throw noResponseError(cause, connection.baseUrl !== '');
    }
    if (response.ok) return { response, text };
    throw refused(response, text);
  }

  /** Tells of a refusal, and returns its error. */
  function refused(response: Response, text: string): RequestError {
    const error = responseError(response, text);
    if (response.status === 401) onUnauthorized();
    else onRefused(error.problem?.code ?? '');
    return error;
  }

  const headers = (more: Record<string, string | undefined> = {}): Record<string, string> => ({
    Accept: 'application/json',
    ...(connection.key ? { Authorization: `Bearer ${connection.key}` } : {}),
    ...(connection.as ? { 'Tillhouse-As': connection.as } : {}),
    // Only sessions end after inactivity; keys do not.
    ...(connection.as && !isUserActive() ? { 'Tillhouse-Attended': 'no' } : {}),
    ...Object.fromEntries(
      Object.entries(more).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
    ),
  });

  async function send(method: string, path: string, body: string, conditions: Conditions = {}) {
    const sendOnce = () =>
      request(
        path,
        {
          method,
          body,
          headers: headers({
            'Content-Type': 'application/json',
            'If-Match': conditions.ifMatch,
            'Idempotency-Key': conditions.idempotencyKey,
          }),
        },
        conditions.signal,
      );
    const answered = (again: number): ReturnType<typeof request> =>
      sendOnce().catch(async (error: unknown) => {
        const { problem, retryAfter } = error instanceof RequestError ? error : {};
        // Its answer was lost, and the service still works on it: the next answer is that of the first.
        if (problem?.code === 'request_in_flight' && again > 0) {
          await new Promise((resolve) => setTimeout(resolve, (retryAfter ?? 1) * 1000));
          return answered(again - 1);
        }
        if (problem?.code === 'reauthentication_required' && (await confirm())) return sendOnce();
        throw error;
      });
    const { response, text } = await answered(mostAgain);
    return { text, etag: response.headers.get('ETag') };
  }

  return {
    // The caller names the row type; rows are not validated one by one.
    // eslint-disable-next-line typescript/no-unnecessary-type-parameters
    async list<Row>(resource: string, params: ListParams, signal?: AbortSignal) {
      const { response, text } = await request(listPath(resource, params), { headers: headers() }, signal);
      const body = parse(response, text);
      if (!Array.isArray(body)) throw notJsonError(response, new Error('A list is a JSON array'));
      return { ...paging(response, params, body.length), rows: body as readonly Row[] };
    },
    async getRecord(resource, id, signal, asOf = null) {
      const query = asOf === null ? '' : `?as_of=${encodeURIComponent(asOf)}`;
      const path = `/api/secure/${resource}/${encodeURIComponent(id)}${query}`;
      const { response, text } = await request(path, { headers: headers() }, signal);
      return { text, etag: response.headers.get('ETag') };
    },
    put: (resource, id, body, conditions) =>
      send('PUT', `/api/secure/${resource}/${encodeURIComponent(id)}`, body, conditions),
    post: (resource, body, conditions) => send('POST', `/api/secure/${resource}`, body, conditions),
    async json(path, signal) {
      const { response, text } = await request(path, { headers: headers() }, signal);
      return parse(response, text);
    },
    text: async (path, signal) => (await request(path, { headers: headers() }, signal)).text,
    async getWithHeaders(path, signal, timeoutMs) {
      const { response, text } = await request(path, { headers: headers() }, signal, timeoutMs);
      return { text, headers: response.headers };
    },
    async stream(path, more, signal) {
      const init = { headers: { ...headers(more), Accept: 'text/event-stream' }, signal };
      const response = await fetch(connection.baseUrl + path, init).catch((cause: unknown) => {
        throw noResponseError(cause);
      });
      if (response.ok && response.body) return response.body;
      throw refused(response, await response.text());
    },
  };
}

/** Returns the address of a page of a list, below the base URL (docs/interface.md#42-list). */
export function listPath(resource: string, params: ListParams): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(params)) {
    // What is pasted into a search may have tabs, which the service refuses as all control characters.
    if (value !== undefined && value !== '')
      for (const one of [value].flat()) query.append(name, String(one).replaceAll(/\p{Cc}+/gu, ' '));
  }
  const text = query.toString();
  return `/api/secure/${resource}${text && `?${text}`}`;
}

function parse(response: Response, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw notJsonError(response, cause);
  }
}

/** Reads the paging headers. Without them, assumes that this page holds the last rows. */
function paging(response: Response, params: ListParams, count: number): Omit<ListResponse<never>, 'rows'> {
  const headerNumber = (name: string, fallback: number) => {
    const value = response.headers.get(name);
    return value !== null && /^\d+$/.test(value) ? Number(value) : fallback;
  };
  const page = headerNumber('X-Page', Number(params['page'] ?? 1));
  const pageSize = headerNumber('X-Page-Size', Number(params['pageSize'] ?? Math.max(count, 1)));
  const total = headerNumber('X-Total-Count', (page - 1) * pageSize + count);
  return { page, pageSize, total, etag: response.headers.get('ETag') };
}
