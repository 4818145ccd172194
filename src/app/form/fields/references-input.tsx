import { useQueries, useQueryClient } from '@tanstack/react-query';
import { ReferencesField } from '@/ui/fields/choices/references-field';
import { useApp } from '../../shell/app-context';
import { recordLabelQuery } from '../../data/queries';
import type { Row } from '../../data/row';
import type { FieldSpec } from '../engine/use-record-field';
import { useFormText } from '../texts';
import { useStrings } from './list-fields';
import { useReferencedContract, useSearch } from './reference-input';

/** List of references to records of a resource, found by searching. */
export function ReferencesInput(
  spec: FieldSpec & { references: string; addLabel: string; noneLabel: string },
) {
  const { references, addLabel, noneLabel } = spec;
  const queries = useQueryClient();
  const { source } = useApp();
  const say = useFormText();
  const resource = useReferencedContract(references);
  const search = useSearch(references);
  const nameOf = (id: string): string => {
    const row = queries.getQueryData(recordLabelQuery(source, resource, id).queryKey);
    return row === undefined ? '…' : (nameIn(row) ?? say('unknownRecord'));
  };
  const { value, onChange, ...frame } = useStrings(spec, nameOf);
  // Loaded for `nameOf`, which the list of changes uses as well.
  useQueries({ queries: value.map((id) => recordLabelQuery(source, resource, id)) });
  return (
    <ReferencesField
      {...frame}
      value={value}
      onChange={onChange}
      nameOf={nameOf}
      search={search}
      addLabel={addLabel}
      noneLabel={noneLabel}
    />
  );
}

const nameIn = (row: Row | null): string | undefined =>
  typeof row?.['name'] === 'string' ? row['name'] : undefined;
