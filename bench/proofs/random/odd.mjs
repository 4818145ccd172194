import { METHODS } from 'node:http';

/**
 * Headers, queries, verbs and addresses at their ends, on requests that would be answered without them.
 *
 * @typedef {import('./values.mjs').Dice} Dice
 * @typedef {import('./world.mjs').Sent} Sent
 * @typedef {import('./wire.mjs').Header} Header
 */

const long = (/** @type {number} */ length) => 'x'.repeat(length);
const id = '018f3a6c-2b71-7d04-9f1e-5a90d3e2c41b';
const etags = [
  '*',
  '"1"',
  'W/"1"',
  '"1", "2", W/"3"',
  '1',
  '',
  '"',
  '"1"x',
  ',',
  '"é"',
  Array.from({ length: 400 }, (_, n) => `"${n}"`).join(', '),
];
const addresses = [
  '1.2.3.4',
  '::1',
  'unknown',
  '1.2.3.4, , 5.6.7.8',
  '[::ffff:1.2.3.4]:80',
  'é',
  '256.256.256.256',
  long(2000),
];

/** @type {Record<string, readonly string[]>} */
const values = {
  Accept: [
    '*/*',
    'text/html',
    'application/json;q=0',
    'application/json;q=1.5',
    ',,,',
    '',
    'image/*, */*;q=0.0001',
    'text/event-stream',
    long(4000),
  ],
  'Accept-Encoding': [
    'br',
    'gzip',
    'gzip;q=0',
    'identity;q=0, *;q=0',
    'zstd',
    'gzip, br, deflate, zstd',
    ', ,',
    'gzip;q=nan',
    'x-gzip',
    '',
  ],
  'Accept-Language': ['fi', '*', 'en;q=', 'é', long(3000)],
  'If-Match': etags,
  'If-None-Match': etags,
  'If-Modified-Since': ['Sun, 01 Jan 0001 00:00:00 GMT', 'yesterday', ''],
  'Idempotency-Key': [
    long(255),
    long(256),
    long(5000),
    '',
    ' ',
    'é',
    '"quoted"',
    '~',
    'a,b',
    "'; --",
    'constructor',
    '__proto__',
  ],
  Range: ['bytes=0-0', 'bytes=-1', 'items=0-5', 'bytes=5-1', 'bytes=0-0,2-3', ''],
  'Content-Type': [
    'application/json; charset=utf-8',
    'application/json;charset=latin1',
    'application/json; charset="utf-16"',
    'application/merge-patch+json',
    'APPLICATION/JSON',
    'application/json, text/plain',
    'application/json;',
    'text/json',
    'application/jsonx',
    'multipart/form-data; boundary=x',
    '',
  ],
  'Content-Encoding': ['gzip', 'br', 'identity', 'IDENTITY', 'x', '', 'gzip, gzip'],
  Cookie: [
    'tillhouse=x',
    '__Host-tillhouse=;;;',
    '=; =;',
    'tillhouse="é"; tillhouse=%',
    long(4000),
    'constructor=1; __proto__=2',
  ],
  Host: ['', 'x:99999', 'é', '[::1', '127.0.0.1:1, b', 'http://x', 'x/y', long(1000)],
  'Tillhouse-As': [id, 'x', '', '__proto__', long(3000)],
  'Tillhouse-Attended': ['no', 'yes', '', 'é'],
  'Tillhouse-Unknown': ['x', ''],
  Origin: ['null', 'https://elsewhere.example', 'é', ''],
  'Sec-Fetch-Site': ['cross-site', 'same-origin', ''],
  'X-Forwarded-For': addresses,
  Forwarded: ['for=1.2.3.4', 'for="[::1]";proto=https', ';;;', 'for=é'],
  'X-Forwarded-Proto': ['https', 'http, https', 'javascript', ''],
  'X-Forwarded-Host': ['elsewhere.example', 'é'],
  'X-HTTP-Method-Override': ['DELETE', 'PUT'],
  'X-Request-Id': [long(1000), 'é', '', '{"a":1}'],
  Traceparent: ['00-0-0-0', long(200)],
  Expect: ['100-continue', 'x', '200-ok'],
  Upgrade: ['websocket', 'h2c'],
  TE: ['trailers', 'x'],
  'User-Agent': ['', 'é', long(4000)],
  'X-Big': [long(8000), long(20_000)],
  constructor: ['x'],
  __proto__x: ['x'],
};

const queries = [
  'page=1&page=2',
  'limit=1&page=1',
  'limit=0',
  'limit=1001',
  'limit=1e3',
  'limit=01',
  'limit=99999999999999999999',
  'page=99999999999999999999',
  'pageSize=-1',
  'cursor=',
  'cursor=x',
  `cursor=${long(3000)}&limit=2`,
  'cursor=eyJhIjoxfQ.AAAA&limit=1',
  'sort=',
  'sort=-',
  'sort=constructor',
  'sort=name,name,-name',
  'sort=data.x',
  `q=${long(7000)}`,
  `q=${long(9000)}`,
  'q=%00',
  'q=%ff%fe',
  'q=%ed%a0%80',
  'q=%25%5f%5c%5c',
  'q=%F0%9F%A7%80',
  'active=TRUE',
  'active=',
  'modified_since=9999-12-31T23:59:59.999Z',
  'modified_since=10000-01-01T00:00:00Z',
  'modified_since=0000-01-01T00:00:00Z',
  'as_of=0001-01-01T00:00:00Z',
  'as_of=9999-12-31T23:59:59.999999999Z',
  `id=${Array.from({ length: 180 }, () => id).join(',')}`,
  `id=${id}&id=${id}`,
  'id=,',
  'dpt_num=99999999999999999999',
  'rate=1e400',
  'rate=NaN',
  'value=Infinity',
  'date=2023-02-29',
  'date_from=9999-12-31&date_until=0001-01-01',
  'from=0001-01-01&to=9999-12-31',
  'from=9999-12-31&to=9999-12-31',
  'businessday_id=',
  `businessday_id=${Array.from({ length: 101 }, () => id).join(',')}`,
  '__proto__=x',
  'constructor=x',
  'a[b]=c',
  '=x',
  '&&',
  '%',
  'x=%zz',
  '',
];

const paths = [
  '/api/secure/nothing',
  '/api/secure/plu/',
  '/api/secure//plu',
  '/api/secure/plu/%2e%2e/tax',
  '/api/secure/plu/x',
  '/api/secure/__proto__',
  '/api/secure/constructor/x',
  '/api/secure/plu/%',
  '/api/secure/plu/%00',
  '/api',
  '/api/secure',
  '/API/secure/plu',
  '/api/secure/report/businessdaytx/x',
  '/api/secure/report/nothing',
  '/api/session',
  '/livez',
  '/readyz',
];
// `CONNECT` asks for a tunnel, not for an answer.
const verbs = [
  'HEAD',
  'OPTIONS',
  'DELETE',
  'PATCH',
  'TRACE',
  ...METHODS.filter((verb) => !['CONNECT', 'GET', 'POST', 'PUT', 'LINK'].includes(verb)),
];

/** @param {Dice} by @param {Sent} base @returns {{ sent: Sent, headers: Header[] }} */
export function makeOdd(by, base) {
  /** @type {Header[]} */
  const headers = [];
  const sent = { ...base, kind: /** @type {const} */ ('odd') };
  const roll = by.roll();
  if (roll < 0.55)
    for (let count = 1 + by.int(4); count > 0; count -= 1) {
      const name = by.pick(Object.keys(values));
      headers.push([name, Buffer.from(by.pick(values[name] ?? [])).toString('latin1')]);
      if (by.chance(0.1))
        headers.push([name.toLowerCase(), by.pick(values[name] ?? []).replaceAll('é', 'e')]);
    }
  else if (roll < 0.85) sent.path += `${sent.path.includes('?') ? '&' : '?'}${by.pick(queries)}`;
  else if (roll < 0.95) sent.method = by.pick(verbs);
  else sent.path = by.pick(paths);
  return { sent, headers };
}
