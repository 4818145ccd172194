import { queryOptions } from '@tanstack/react-query';
import { z } from 'zod';
import { largestPage } from './row-source';
import type { SignedIn } from '../session/session';

/** Definition of one additional field, which a company adds to the entities of one kind. */
export interface AdditionalField {
  readonly entity: string;
  readonly id: string;
  readonly name: string;
  /** `text`, `number`, `switch`, `date` or `choice`; a field of any other type is edited as text. */
  readonly type: string;
  /** The form section that contains it; empty if the definition names none. */
  readonly group: string;
  /** The allowed values of a `choice`. */
  readonly options: readonly string[];
}

const definition = z.looseObject({
  id: z.string(),
  name: z.string().catch(''),
  type: z.string().catch('text'),
  group: z.string().catch(''),
  options: z.array(z.string()).catch([]),
});

const companySchema = z.looseObject({
  id: z.string(),
  data: z.looseObject({ additional_fields: z.record(z.string(), z.array(z.unknown())).catch({}) }),
});

/**
 * Query of the additional fields of the signed-in company and its ancestors
 * (docs/design.md#12-nothing-is-lost); an empty list on a generic server. Skips definitions that cannot be
 * parsed. A company's own definition wins over its parent's with the same id.
 */
export const additionalFieldsQuery = ({ client, me }: SignedIn) =>
  queryOptions({
    queryKey: ['company', 'additional_fields'],
    queryFn: async ({ signal }): Promise<readonly AdditionalField[]> => {
      if (me === null) return [];
      const { rows } = await client.list('company', { page: 1, pageSize: largestPage }, signal);
      const fieldsByCompany = new Map(
        rows.flatMap((row) => {
          const read = companySchema.safeParse(row);
          return read.success ? [[read.data.id, read.data.data.additional_fields] as const] : [];
        }),
      );
      const lineage = [me.company.id, ...me.company.ancestors.map(({ id }) => id)];
      const fields = lineage.flatMap((id) =>
        Object.entries(fieldsByCompany.get(id) ?? {}).flatMap(fieldsOfEntity),
      );
      return fields.filter(({ id }, at) => fields.findIndex((field) => field.id === id) === at);
    },
    staleTime: 60_000,
  });

const fieldsOfEntity = ([entity, definitions]: [string, readonly unknown[]]): AdditionalField[] =>
  definitions.flatMap((value) => {
    const read = definition.safeParse(value);
    if (!read.success) return [];
    const { id, name, type, group, options } = read.data;
    return [{ entity, id, name: name || id, type, group, options }];
  });
