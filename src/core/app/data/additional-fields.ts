import { queryOptions } from '@tanstack/react-query';
import { z } from 'zod';
import { largestPage } from './row-source';
import type { SignedIn } from '../session/session';

/** A field of a company's own, for the entities of one kind. */
export interface AdditionalField {
  readonly entity: string;
  readonly id: string;
  readonly name: string;
  /** `text`, `number`, `switch`, `date` or `choice`; what is not known is a text. */
  readonly type: string;
  /** The section it stands in; empty where it names none. */
  readonly group: string;
  /** Of a choice: what may be chosen. */
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
 * The additional fields of the signed-in company and of those above it (docs/design.md#12-nothing-is-lost), none on
 * the bare interface. A definition that cannot be read is left out; a company's own goes before its parent's.
 */
export const additionalFieldsQuery = ({ client, me }: SignedIn) =>
  queryOptions({
    queryKey: ['company', 'additional_fields'],
    queryFn: async ({ signal }): Promise<readonly AdditionalField[]> => {
      if (me === null) return [];
      const { rows } = await client.list('company', { page: 1, pageSize: largestPage }, signal);
      const known = new Map(
        rows.flatMap((row) => {
          const read = companySchema.safeParse(row);
          return read.success ? [[read.data.id, read.data.data.additional_fields] as const] : [];
        }),
      );
      const lineage = [me.company.id, ...me.company.ancestors.map(({ id }) => id)];
      const fields = lineage.flatMap((id) => Object.entries(known.get(id) ?? {}).flatMap(fieldsOfEntity));
      return fields.filter(({ id }, at) => fields.findIndex((field) => field.id === id) === at);
    },
    staleTime: 60_000,
  });

const fieldsOfEntity = ([entity, definitions]: [string, readonly unknown[]]): AdditionalField[] =>
  definitions.flatMap((given) => {
    const read = definition.safeParse(given);
    if (!read.success) return [];
    const { id, name, type, group, options } = read.data;
    return [{ entity, id, name: name || id, type, group, options }];
  });
