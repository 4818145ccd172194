import type { Role } from '@/core/contract/role';
import { inScope } from '@/core/server/db/db';
import { endpoints, jsonAnswer, route } from '@/core/server/http/endpoint';
import { json } from '@/core/server/http/json-answer';
import { lowestPriceSheet } from '../answer';
import { questionOf, questionParameters, readParameters, requireAnswerable } from './question.server';
import { readSheet } from './sheet.server';

/** The roles that may read the sheet, as other reports. */
const readers: readonly Role[] = ['admin', 'manager', 'accountant'];

const usual = { days: 90, limit: 1000 };

/** The sheet of reduced prices (docs/design.md#the-law-of-reductions). */
export const lowestPriceSheetAddresses = endpoints(
  route({
    method: 'GET',
    path: '/report/lowest-price',
    operationId: 'report_lowest_price',
    tag: 'plu',
    summary: 'The products whose price is reduced at a moment, with the lowest price of the thirty days before',
    roles: readers,
    query: {
      parameters: [
        ...questionParameters,
        {
          name: 'fallen',
          in: 'query',
          schema: { type: 'string', enum: ['true', 'false'], default: 'false' },
          description: 'true: also the products whose price fell and which is no reduction.',
        },
        {
          name: 'days',
          in: 'query',
          schema: { type: 'integer', minimum: 1, maximum: 3660, default: usual.days },
          description: 'How many days ago the price may have begun to fall.',
        },
        {
          name: 'limit',
          in: 'query',
          schema: { type: 'integer', minimum: 1, maximum: 5000, default: usual.limit },
        },
        {
          name: 'offset',
          in: 'query',
          schema: { type: 'integer', minimum: 0, default: 0 },
          description: 'The `next_offset` of the last answer, with its `at`.',
        },
      ],
      read: sheetQuestion,
    },
    answers: { 200: jsonAnswer('The sheet.', lowestPriceSheet) },
    handle: async ({ caller, parts: { db, tables }, query: question }) => {
      const sheet = await inScope(db, caller, 'one snapshot', (tx) => readSheet(tx, caller, question));
      await requireAnswerable(db, caller, tables, question, sheet.at);
      return json(JSON.stringify(sheet), 200);
    },
  }),
);

function sheetQuestion(parameters: URLSearchParams) {
  const names = ['at', 'pricelist', 'location_id', 'fallen', 'days', 'limit', 'offset'] as const;
  const read = readParameters(parameters, names);
  return {
    ...questionOf(read),
    fallen: read.fallen === 'true',
    days: Number(read.days ?? usual.days),
    limit: Number(read.limit ?? usual.limit),
    offset: Number(read.offset ?? 0),
  };
}
