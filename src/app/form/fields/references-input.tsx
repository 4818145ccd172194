import { useQueries } from '@tanstack/react-query';
import { ReferencesField } from '@/ui/fields/choices/references-field';
import { useApp } from '../../shell/app-context';
import { recordLabelQuery } from '../../data/queries';
import type { FieldSpec } from '../engine/use-record-field';
import { useStrings } from './list-fields';
import { useLabelOf, useReferencedContract, useSearch } from './reference-input';

/** List of references to records of a resource, found by searching. */
export function ReferencesInput(
  spec: FieldSpec & { references: string; addLabel: string; noneLabel: string },
) {
  const { references, addLabel, noneLabel } = spec;
  const search = useSearch(references);
  const nameOf = useLabelOf(references);
  const { value, onChange, ...frame } = useStrings(spec, nameOf);
  const { source } = useApp();
  const resource = useReferencedContract(references);
  // Renders again when they have loaded.
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
