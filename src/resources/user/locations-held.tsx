import { useQueries } from '@tanstack/react-query';
import { recordLabelQuery } from '@/app/data/queries';
import { useRecordValue } from '@/app/form/engine/record-context';
import { textOf } from '@/app/form/engine/number-text';
import { useFieldProps } from '@/app/form/engine/use-record-field';
import { useLabelOf, useReferencedContract, useSearch } from '@/app/form/fields/reference-input';
import { useTextOf } from '@/app/i18n/i18n';
import { useApp } from '@/app/shell/app-context';
import { isArray } from '@/record/json';
import { ReferencesField } from '@/ui/fields/choices/references-field';
import { SwitchField } from '@/ui/fields/choices/choice-field';

const name = 'data.location_ids';

/**
 * Which locations a person holds: all, or those that are named. Taking the last one away leaves none: it never gives all.
 */
export function LocationsHeld() {
  const say = useTextOf('user');
  const role = textOf(useRecordValue(['role']));
  const { source } = useApp();
  const resource = useReferencedContract('location');
  const search = useSearch('location');
  const nameOf = useLabelOf('location');
  const { value, set, clear, frame } = useFieldProps({ name }, (shown) =>
    isArray(shown) ? shown.map((id) => nameOf(textOf(id))).join(', ') || say('held.none') : say('held.all'),
  );
  const held = isArray(value) ? value.map(textOf) : null;
  // Renders again when they have loaded.
  useQueries({ queries: (held ?? []).map((id) => recordLabelQuery(source, resource, id)) });
  if (role === 'admin') return <p className="muted">{say('held.admin')}</p>;
  return (
    <>
      <SwitchField
        label={say('held.all')}
        help={say('held.help')}
        span={12}
        value={held === null}
        readOnly={frame.readOnly}
        onChange={(isAll) => (isAll ? clear() : set([]))}
      />
      {held !== null && (
        <ReferencesField
          {...frame}
          span={12}
          value={held}
          onChange={(ids) => set([...ids])}
          nameOf={nameOf}
          search={search}
          addLabel={say('held.add')}
          noneLabel={say('held.none')}
        />
      )}
    </>
  );
}
