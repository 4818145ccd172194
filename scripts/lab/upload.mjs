import { refusal } from './api.mjs';

/**
 * A row to upload: its label in the report, and its entity, or why it is invalid.
 *
 * @typedef {{ label: string, entity?: Record<string, unknown>, problem?: string }} Row
 * @typedef {Map<string, { count: number, examples: string[] }>} Refused by reason
 * @typedef {{ read: number, accepted: number, refused: Refused }} Result
 */

/**
 * Uploads all rows in arrays of `size`. An array is accepted or refused as a whole
 * (docs/interface.md#44-create-or-upsert): the rows that the problem's pointers name are removed with their reasons,
 * and the rest is sent again. If a server names no row, the array is halved until the row is alone.
 *
 * @param {ReturnType<typeof import('./api.mjs').client>} send
 * @param {AsyncIterable<Row>} rows
 * @param {number} size
 * @param {(soFar: Result) => void} tell
 * @returns {Promise<Result>}
 */
export async function load(send, rows, size, tell) {
  /** @type {Result} */
  const result = { read: 0, accepted: 0, refused: new Map() };
  /** @type {Row[]} */
  let batch = [];
  for await (const row of rows) {
    result.read += 1;
    if (row.problem) refuse(result, row, row.problem);
    else batch.push(row);
    if (batch.length < size) continue;
    await post(send, batch, result);
    tell(result);
    batch = [];
  }
  await post(send, batch, result);
  return result;
}

/**
 * @param {ReturnType<typeof import('./api.mjs').client>} send
 * @param {Row[]} batch
 * @param {Result} result
 */
async function post(send, batch, result) {
  if (batch.length === 0) return;
  const answer = await send(
    'POST',
    '/api/secure/plu',
    batch.map(({ entity }) => entity),
  );
  if (answer.status === 200 && Array.isArray(answer.body) && answer.body.length === batch.length) {
    result.accepted += batch.length;
    return;
  }
  // A key that may not write, or a failing server, is not the fault of a row.
  if ([401, 403, 404, 405, 429].includes(answer.status) || answer.status >= 500)
    throw refusal('POST plu', answer);
  const reasons = reasonsByPlace(answer.body, batch.length);
  if (reasons.size > 0) {
    batch.forEach((row, place) => {
      const reason = reasons.get(place);
      if (reason) refuse(result, row, reason);
    });
    await post(
      send,
      batch.filter((_, place) => !reasons.has(place)),
      result,
    );
  } else if (batch.length === 1) {
    for (const row of batch) refuse(result, row, refusal('POST plu', answer).message);
  } else {
    const half = Math.ceil(batch.length / 2);
    await post(send, batch.slice(0, half), result);
    await post(send, batch.slice(half), result);
  }
}

/**
 * Returns the reason for each item of a problem: `/3/name` concerns the fourth. The first reason of each item counts.
 *
 * @param {{ errors?: { pointer: string, code: string, detail: string }[] }} problem
 * @param {number} length of the array
 * @returns {Map<number, string>}
 */
function reasonsByPlace(problem, length) {
  /** @type {Map<number, string>} */
  const reasons = new Map();
  for (const { pointer, code, detail } of problem?.errors ?? []) {
    const [, place, rest = ''] = /^\/(\d+)(\/.*)?$/.exec(pointer) ?? [];
    if (Number(place) < length && !reasons.has(Number(place))) {
      reasons.set(Number(place), `${rest.replace(/\/\d+/g, '/…')} ${code}: ${detail}`.trim());
    }
  }
  return reasons;
}

/** @param {Result} result @param {Row} row @param {string} reason */
function refuse({ refused }, { label }, reason) {
  const known = refused.get(reason) ?? { count: 0, examples: [] };
  known.count += 1;
  if (known.examples.length < 5) known.examples.push(label);
  refused.set(reason, known);
}
