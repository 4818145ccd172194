import { createSchema, entitySchema, updateOrErasedSchema, type Resource } from '../resource';
import { documented, integer, string } from './parts';

type Json = Record<string, unknown>;

/** The schema of an error answer (docs/design.md#errors). */
export const problem = {
  type: 'object',
  required: ['type', 'title', 'status', 'detail', 'code', 'request_id'],
  properties: {
    type: string,
    title: string,
    status: integer,
    detail: string,
    code: string,
    request_id: string,
    errors: {
      type: 'array',
      items: {
        type: 'object',
        required: ['pointer', 'code', 'detail'],
        properties: {
          pointer: string,
          code: string,
          detail: string,
          limit: { type: 'number' },
          offer: string,
        },
      },
    },
    current: { description: 'With 412: the entity as it stands now.' },
  },
};

/** The schema of a deactivated record, as a terminal gets it (docs/design.md#terminals). */
export const deactivated = {
  description: 'What a terminal gets of a deactivated record when it asks with `modified_since`.',
  type: 'object',
  required: ['id', 'active'],
  properties: { id: { type: 'string', format: 'uuid' }, active: { const: false } },
  additionalProperties: false,
};

/** Returns the schemas of a resource by their names: the entity, and the bodies that create and update it. */
export function resourceSchemas(resource: Resource): Json {
  return {
    [resource.name]: { description: resource.description, ...documented(entitySchema(resource), 'output') },
    // Whole schemas, not an `allOf`: an entity allows no additional properties, and nothing would satisfy both.
    ...(resource.shownOnce && {
      [`${resource.name}_created`]: documented(
        entitySchema(resource).extend(resource.shownOnce.shape),
        'output',
      ),
      [`${resource.name}_written`]: documented(
        entitySchema(resource).extend(resource.shownOnce.partial().shape),
        'output',
      ),
    }),
    ...(isWritten(resource) && {
      [`${resource.name}_create`]: documented(createSchema(resource), 'input'),
      [`${resource.name}_update`]: documented(updateOrErasedSchema(resource), 'input'),
    }),
  };
}

/** Returns whether any role may write it: a read-only resource has GET alone. */
export const isWritten = ({ access }: Resource) =>
  access.create.roles.length + access.update.roles.length > 0;
