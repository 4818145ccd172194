import { z } from 'zod';
import { documented, jsonOf } from '../openapi/parts';
import { problems } from '../problem-codes';
import { roles } from '../role';

/** The body that names the link of a recipient by its token. */
export const recipientBody = z.strictObject({ token: z.string().min(1).max(200) });

/** Who is asked whether reports of a company may come. */
export const recipientSchema = z.looseObject({
  email: z.string(),
  company: z.string(),
  confirmed: z.boolean(),
});
export type Recipient = z.output<typeof recipientSchema>;

const body = { requestBody: { required: true, content: jsonOf(documented(recipientBody)) } };
const refusals = problems(400, 403, 404, 413, 414, 415, 422, 429, 503);
const operation = { tags: ['session'], 'x-roles': roles, security: [], ...body };

/** The routes of recipients in the OpenAPI document: for the service's own pages only. */
export const recipientPaths = {
  '/api/recipient': {
    post: {
      ...operation,
      operationId: 'read_recipient',
      summary: 'Whose reports the link of a mail asks about',
      responses: {
        200: { description: 'The link stands.', content: jsonOf(documented(recipientSchema, 'output')) },
        ...refusals,
      },
    },
  },
  '/api/recipient/confirm': {
    post: {
      ...operation,
      operationId: 'confirm_recipient',
      summary: 'Confirm that reports of a company may come by mail',
      responses: { 204: { description: 'They may come.' }, ...refusals },
    },
  },
};
