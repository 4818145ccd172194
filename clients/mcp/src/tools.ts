import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { Problem, type ResourceName, type Tillhouse } from '@tillhouse/client';
import { z } from 'zod';

/** What is read by lists. Who gets in, and the logs of it, are none of an assistant's. */
const resources = [
  'plu',
  'dpt',
  'grp',
  'tax',
  'pricelist',
  'supplier',
  'discount',
  'customer',
  'tender',
  'account',
  'location',
  'pos',
  'businessday',
  'sales',
  'question',
  'changeset',
  'event',
] as const satisfies readonly ResourceName[];

/** What a change set may change. */
const changeable = [
  'plu',
  'dpt',
  'grp',
  'tax',
  'pricelist',
  'supplier',
  'discount',
  'customer',
  'tender',
] as const;

const guid = z.guid();
const day = z.iso.date();

/**
 * Returns a server of the Model Context Protocol whose tools read, and make change sets that people look at and apply. No tool applies one, and no
 * tool writes anything else. What the key of `tillhouse` may not read is refused by the service.
 */
export function toolsOf(tillhouse: Tillhouse): McpServer {
  const server = new McpServer({ name: 'tillhouse', version: '1.0.0' });
  const readOnly = { readOnlyHint: true, openWorldHint: false };

  server.registerTool(
    'list_records',
    {
      title: 'List records',
      description:
        'Lists records: products are `plu`, departments `dpt`, registers `pos`, receipts `sales`. `filters` are query parameters of the list, such as {"active": "true", "dpt_id": "<id>"}; `q` searches.',
      inputSchema: {
        resource: z.enum(resources),
        q: z.string().max(200).optional(),
        filters: z.record(z.string(), z.string()).optional(),
        limit: z.int().min(1).max(100).default(20),
        cursor: z.string().optional().describe('The `cursor` of the answer before, to go on'),
      },
      annotations: readOnly,
    },
    ({ resource, q, filters = {}, limit, cursor }) =>
      told(async () => {
        const query = { ...filters, ...(q !== undefined && { q }), limit };
        const { value } = await tillhouse.steps(resource, query, cursor ?? null).next();
        return value === undefined
          ? { records: [] }
          : { records: value.data, cursor: value.hasMore ? value.cursor : null };
      }),
  );

  server.registerTool(
    'get_record',
    {
      title: 'Get a record',
      description: 'Gets one record by its id, as it is now.',
      inputSchema: { resource: z.enum(resources), id: guid },
      annotations: readOnly,
    },
    ({ resource, id }) =>
      told(async () => {
        const { value } = await tillhouse.steps(resource, { id, limit: 1 }).next();
        return value?.data[0] ?? { missing: `There is no ${resource} with this id, or none in sight` };
      }),
  );

  server.registerTool(
    'report_sales',
    {
      title: 'What was sold',
      description:
        'What the sales of a period come to: by product, department, location, hour, day and more.',
      inputSchema: {
        from: day,
        until: day.describe('The last day'),
        by: z.enum([
          'product',
          'department',
          'location',
          'register',
          'cashier',
          'tender',
          'hour',
          'weekday',
          'day',
          'month',
        ]),
        location_id: guid.optional(),
      },
      annotations: readOnly,
    },
    ({ from, until, by, location_id }) =>
      told(async () => {
        const query = { from, to: until, by, ...(location_id !== undefined && { location_id }) };
        const { data } = await tillhouse.GET('/api/secure/report/sales', { params: { query } });
        return data;
      }),
  );

  server.registerTool(
    'propose_change_set',
    {
      title: 'Propose changes',
      description:
        'Makes a change set of changes to records and previews it. Nothing is changed: somebody looks at it in Tillhouse and applies it, or does not. `patch` is a JSON merge patch of the record; prices are text such as "4.50".',
      inputSchema: {
        name: z.string().min(1).max(400).describe('What it is for, as people will read it'),
        note: z.string().max(4000).optional(),
        changes: z
          .array(
            z.object({
              resource: z.enum(changeable),
              record_id: guid,
              patch: z.record(z.string(), z.unknown()),
            }),
          )
          .min(1)
          .max(1000),
      },
      annotations: { readOnlyHint: false, destructiveHint: false, openWorldHint: false },
    },
    ({ name, note, changes }) =>
      told(async () => {
        const { data: made } = await tillhouse.POST('/api/secure/changeset', {
          body: { name, ...(note !== undefined && { data: { note } }) },
        });
        const id = made !== undefined && 'id' in made ? made.id : '';
        const path = { id };
        try {
          await tillhouse.POST('/api/secure/changeset/{id}/items', { params: { path }, body: changes });
          await tillhouse.POST('/api/secure/changeset/{id}/preview', { params: { path } });
        } catch (error) {
          // A proposal that was refused leaves no draft among those that wait.
          await tillhouse.PUT('/api/secure/changeset/{id}', { params: { path }, body: { active: false } });
          throw error;
        }
        return {
          id,
          look_at: `/changes/${id}`,
          state: 'It waits for somebody who applies it.',
          counts: await previewed(tillhouse, id),
        };
      }),
  );
  return server;
}

/** Returns what the preview of a change set came to: changes that are ready, unchanged, in conflict, or refused. Null where it takes long. */
async function previewed(tillhouse: Tillhouse, id: string): Promise<unknown> {
  for (let looks = 0; looks < 60; looks += 1) {
    const { value } = await tillhouse.steps('changeset', { id, limit: 1 }).next();
    const [set] = value?.data ?? [];
    if (set?.status !== 'previewing') return set?.counts ?? null;
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
  return null;
}

/** Answers a tool with JSON; what is refused, with why and where. */
async function told(work: () => Promise<unknown>) {
  try {
    return { content: [{ type: 'text' as const, text: JSON.stringify(await work()) }] };
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    const { status, code, message, errors } = error;
    return {
      isError: true,
      content: [{ type: 'text' as const, text: JSON.stringify({ status, code, detail: message, errors }) }],
    };
  }
}
