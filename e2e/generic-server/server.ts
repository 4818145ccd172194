import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { LosslessNumber, parse, stringify } from 'lossless-json';
import { conformant, type BareBehaviour, type BareRequest, type Interference } from './behaviour';
import { bareLists, bareRecords, type BareEntity } from './records';

/** The smallest server of the interface: in memory, without anything that the interface does not specify. */
export interface BareServer {
  /** The address it listens on: `http://127.0.0.1:…`. */
  readonly url: string;
  /** A key of the first company. */
  readonly key: string;
  /** A key of another company. */
  readonly secondKey: string;
  /** Returns the stored records of a list of the first company. */
  records(list?: string): readonly BareEntity[];
  /** Replaces these steps from now on; all others conform to the interface. */
  behave(breakage: Partial<BareBehaviour>): void;
  close(): Promise<void>;
}

/** `also`: further lists of the same pattern, which the interface does not name. */
export interface BareOptions {
  readonly port?: number;
  readonly products?: number;
  readonly customers?: number;
  readonly also?: readonly ('dpt' | 'tax' | 'pricelist' | 'supplier')[];
  readonly breakage?: Partial<BareBehaviour>;
}

interface Answer {
  readonly status: number;
  readonly json?: unknown;
  readonly headers?: Record<string, string>;
}

type Fields = Record<string, unknown>;
type Records = Map<string, Map<string, BareEntity>>;

const keys = ['bare-first-key', 'bare-second-key'];
const named = bareLists.slice(0, bareLists.indexOf('dpt'));
const references = { dpt_id: 'dpt', tax_id: 'tax' };

/** Starts the bare server, optionally with a `breakage`. */
export async function startBareServer(options: BareOptions = {}): Promise<BareServer> {
  const { port = 0, products = 12, customers, also = [], breakage = {} } = options;
  let behaviour = { ...conformant, ...breakage };
  const companies = keys.map(() => bareRecords(products, customers));
  const served = new Set<string>([...named, ...also]);
  const server = createServer((request, response) => {
    const extraHeaders = behaviour.headersFor(requestOf(request));
    interferedWith(request, { behaviour, companies, served }).then(
      (answer) => send(response, answer, extraHeaders),
      (error) => send(response, { status: 400, json: { error: String(error) } }, extraHeaders),
    );
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  const address = server.address();
  if (typeof address !== 'object' || !address) throw new Error('The bare server listens nowhere');
  return {
    url: `http://127.0.0.1:${address.port}`,
    key: keys[0] ?? '',
    secondKey: keys[1] ?? '',
    behave: (change) => (behaviour = { ...conformant, ...change }),
    records: (list = 'plu') => [...(companies[0]?.get(list)?.values() ?? [])],
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

interface ServerState {
  readonly behaviour: BareBehaviour;
  readonly companies: readonly Records[];
  readonly served: ReadonlySet<string>;
}

function requestOf({ method = '', url = '/', headers }: IncomingMessage): BareRequest {
  const { pathname, searchParams } = new URL(url, 'http://bare');
  return { method, path: pathname, query: searchParams, headers };
}

async function interferedWith(request: IncomingMessage, state: ServerState): Promise<Answer | Interference> {
  const received = requestOf(request);
  const interception = await state.behaviour.intercept(received);
  if (interception) return interception;
  const answer = await answerOf(request, state);
  return (await state.behaviour.interceptAfter(received)) ?? answer;
}

async function answerOf(request: IncomingMessage, state: ServerState): Promise<Answer> {
  const { behaviour, companies, served } = state;
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://bare');
  const [, api, secure, list = '', id, ...more] = pathname.split('/');
  if (api !== 'api' || secure !== 'secure') return { status: 404 };
  const header = request.headers.authorization ?? null;
  if (!behaviour.isAuthorized(header, keys)) return { status: 401 };
  const company = behaviour.companyOf(Math.max(keys.indexOf(header?.slice('Bearer '.length) ?? ''), 0));
  const records = companies[company] ?? new Map<string, Map<string, BareEntity>>();
  if (list === 'report') return report(records, id, more);
  const entities = served.has(list) ? records.get(list) : undefined;
  if (!entities || more.length > 0) return { status: 404 };
  const scope = {
    list,
    behaviour,
    records,
    entities,
    taken: (other: string) => isTaken(companies, records, list, other),
  };
  const stored = id === undefined ? undefined : entities.get(id.toLowerCase());
  switch (`${request.method} ${id === undefined ? 'list' : 'one'}`) {
    case 'GET list':
      return listAnswer(behaviour, list, [...entities.values()], searchParams);
    case 'GET one':
      return stored ? { status: 200, json: behaviour.shown(stored) } : { status: 404 };
    case 'POST list':
      return postAnswer(scope, await bodyOf(request));
    case 'PUT one':
      return stored ? putAnswer(scope, stored, await bodyOf(request)) : { status: 404 };
    case 'DELETE one':
      if (behaviour.deletes) return { status: entities.delete(stored?.id ?? '') ? 204 : 404 };
      return { status: 405 };
    default:
      return { status: 405 };
  }
}

function report(records: Records, kind: string | undefined, [day = '', ...more]: readonly string[]): Answer {
  if (kind !== 'businessdaytx' || more.length > 0 || !records.get('businessday')?.has(day))
    return { status: 404 };
  const sales = [...(records.get('sales')?.values() ?? [])].filter((sale) => sale['businessday_id'] === day);
  return { status: 200, json: { businessday_id: day, transactions: sales } };
}

function listAnswer(
  behaviour: BareBehaviour,
  list: string,
  all: readonly BareEntity[],
  query: URLSearchParams,
): Answer {
  const dptId = list === 'plu' ? query.get('dpt_id') : null;
  const listed = behaviour.listed(all);
  const found = dptId === null ? listed : behaviour.filtered(listed, dptId);
  const shown = (from: number, count: number) => found.slice(from, from + count).map(behaviour.shown);
  if (list === 'sales' && (query.has('cursor') || query.has('limit'))) {
    const from = Number(query.get('cursor') ?? 0);
    const taken = from + Number(query.get('limit') ?? behaviour.defaultPageSize);
    const json = {
      data: shown(from, taken - from),
      next_cursor: String(taken),
      has_more: behaviour.hasMore(taken, found.length),
    };
    return { status: 200, json };
  }
  const page = Number(query.get('page') ?? 1);
  const received = Number(query.get('pageSize') ?? behaviour.defaultPageSize);
  if (!(page >= 1 && received >= 1)) return { status: 400 };
  const size = Math.min(received, behaviour.maximumPageSize);
  const headers = {
    'X-Total-Count': behaviour.totalHeader(found.length),
    'X-Page': page,
    'X-Page-Size': size,
    'X-Total-Pages': behaviour.pagesHeader(found.length, size),
  };
  return {
    status: 200,
    json: behaviour.listBody(shown(behaviour.offset(page, size), size)),
    headers: !behaviour.sendsPageHeaders
      ? {}
      : Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)])),
  };
}

/** The lists whose fields the interface specifies. */
const typed: ReadonlySet<string> = new Set(['plu', 'customer']);

interface Scope {
  readonly list: string;
  readonly behaviour: BareBehaviour;
  readonly records: Records;
  readonly entities: Map<string, BareEntity>;
  /** Returns whether another company has a record with this id. */
  readonly taken: (id: string) => boolean;
}

function postAnswer(scope: Scope, body: unknown): Answer {
  const { behaviour, entities, taken } = scope;
  const items = Array.isArray(body) ? body : [body];
  for (const item of items) {
    if (!isFields(item) || !isTyped(scope, item) || !hasReferences(scope, item)) return { status: 422 };
    if (taken(behaviour.idOf(item) ?? '')) return { status: 409 };
  }
  const results = items.filter(isFields).map((item) => {
    const id = behaviour.idOf(item);
    const stored = entities.get(id ?? '');
    const data = isFields(item['data']) ? item['data'] : {};
    const fresh = { active: true, ...item, id: id ?? randomUUID(), data };
    const entity = stored ? behaviour.merged(stored, item) : behaviour.created(fresh);
    entities.set(entity.id, entity);
    return entity;
  });
  const [only] = results;
  if (!Array.isArray(body) && only) return { status: 200, json: behaviour.shown(only) };
  return { status: 200, json: behaviour.arrayAnswer(results).map(behaviour.shown) };
}

function putAnswer(scope: Scope, stored: BareEntity, body: unknown): Answer {
  const { behaviour, entities } = scope;
  if (!isFields(body) || !isTyped(scope, body) || !hasReferences(scope, body)) return { status: 422 };
  const entity = behaviour.merged(stored, body);
  entities.set(entity.id, entity);
  const json = behaviour.putAnswer(behaviour.shown(entity));
  return json === undefined ? { status: 204 } : { status: 200, json };
}

/**
 * Returns whether products and customers have the types that the interface specifies (2.2, 2.3), with null only where
 * it allows it.
 */
function isTyped({ list }: Scope, item: Fields): boolean {
  if (!typed.has(list)) return true;
  const isText = (value: unknown) => typeof value === 'string';
  const isInteger = (value: unknown) => !isText(value) && /^-?\d+$/.test(String(value));
  const types: Readonly<Record<string, (value: unknown) => boolean>> = {
    active: (value) => typeof value === 'boolean',
    name: isText,
    type: isInteger,
    customer_num: isInteger,
    base_price: isText,
    memo: isText,
    productid: isText,
    receipt_name: isText,
    dpt_id: isText,
    tax_id: isText,
    image_id: (value) => value === null || isText(value),
  };
  return Object.entries(item).every(([name, value]) => types[name]?.(value) ?? true);
}

function hasReferences({ behaviour, records }: Scope, item: Fields): boolean {
  return Object.entries(references).every(([key, list]) => {
    if (!behaviour.checksReferences || !(key in item)) return true;
    return records.get(list)?.has(String(item[key])) ?? false;
  });
}

function isTaken(companies: readonly Records[], own: Records, list: string, id: string): boolean {
  return companies.some((records) => records !== own && records.get(list)?.has(id));
}

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof LosslessNumber);

async function bodyOf(request: IncomingMessage): Promise<unknown> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return parse(Buffer.concat(chunks).toString('utf8'));
}

function send(
  response: ServerResponse,
  answer: Answer | Interference,
  extraHeaders: Readonly<Record<string, string>>,
): void {
  if (answer === 'breaks off') {
    response.socket?.destroy();
    return;
  }
  const { status, headers = {} } = answer;
  const json = 'json' in answer ? answer.json : undefined;
  const text = 'text' in answer ? answer.text : json === undefined ? undefined : textOf(json);
  response.writeHead(status, {
    ...(json !== undefined && { 'Content-Type': 'application/json' }),
    ...extraHeaders,
    ...headers,
  });
  response.end(text);
}

/** Cache of serialized entities, so that a list of 20,000 is serialized once and not for every request. */
const texts = new WeakMap<object, string>();

function textOf(json: unknown): string | undefined {
  if (Array.isArray(json)) return `[${json.map(textOf).join(',')}]`;
  if (!isFields(json)) return stringify(json);
  const text = texts.get(json) ?? stringify(json) ?? '';
  texts.set(json, text);
  return text;
}
