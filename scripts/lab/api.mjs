import { setTimeout as wait } from 'node:timers/promises';

const maxAttempts = 20;

/**
 * A response that was read.
 *
 * @typedef {{ status: number, body: any, headers: Headers }} Answer
 */

/**
 * Returns a client of the service with one key. It honours `Retry-After` (429, 503) and repeats requests after
 * network errors, which is safe because the entities carry their ids.
 *
 * @param {string} baseUrl
 * @param {string} key
 */
export function client(baseUrl, key) {
  const base = baseUrl.replace(/\/+$/, '');
  /**
   * @param {string} method
   * @param {string} path
   * @param {unknown} [json]
   * @returns {Promise<Answer>}
   */
  return async function send(method, path, json) {
    const body = json === undefined ? {} : { body: JSON.stringify(json) };
    const headers = { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' };
    for (let attempt = 1; ; attempt += 1) {
      const last = attempt === maxAttempts;
      try {
        const response = await fetch(`${base}${path}`, { method, headers, ...body });
        const text = await response.text();
        if (last || ![429, 503].includes(response.status)) {
          return { status: response.status, body: parse(text), headers: response.headers };
        }
        await wait(1000 * Math.max(1, Number(response.headers.get('retry-after')) || 1));
      } catch (error) {
        if (last) throw error;
        await wait(1000);
      }
    }
  };
}

/** @param {string} text */
function parse(text) {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/**
 * Returns the id of the record with this name; creates it if there is none.
 *
 * @param {ReturnType<typeof client>} send
 * @param {string} resource
 * @param {Record<string, unknown> & { name: string }} record
 * @returns {Promise<string>}
 */
export async function ensure(send, resource, record) {
  for (let page = 1; ; page += 1) {
    const list = await send('GET', `/api/secure/${resource}?page=${page}&pageSize=1000`);
    if (list.status !== 200) throw refusal(`GET ${resource}`, list);
    const found = list.body.find((/** @type {{ name: string }} */ one) => one.name === record.name);
    if (found) return found.id;
    if (list.body.length < 1000) break;
  }
  const made = await send('POST', `/api/secure/${resource}`, record);
  if (made.status >= 300) throw refusal(`POST ${resource}`, made);
  return made.body.id;
}

/** @param {string} what @param {Answer} answer */
export function refusal(what, { status, body }) {
  return new Error(`${what}: ${status} ${body?.detail ?? JSON.stringify(body).slice(0, 200)}`);
}
