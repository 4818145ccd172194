import { createTillhouse } from '@tillhouse/client';

// Reads the audit trail on from where it was read to, and says from where it goes on: what a program that gathers logs does every minute.
const { TILLHOUSE = 'http://127.0.0.1:4000', KEY = '', CURSOR = '' } = process.env;
const tillhouse = createTillhouse({ baseUrl: TILLHOUSE, key: KEY });

let cursor = CURSOR === '' ? null : CURSOR;
for await (const step of tillhouse.steps('event', {}, cursor)) {
  for (const { at, action, entity, who } of step.data) console.log(`${at} ${who ?? '–'} ${action} ${entity}`);
  cursor = step.cursor;
}
console.log(`CURSOR=${cursor}`);
