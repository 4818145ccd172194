import { useQuery } from '@tanstack/react-query';
import { roles } from '@/contract/role';
import { SelectField } from '@/ui/fields/choices/select-field';
import { useTextOf } from '../../i18n/i18n';
import { mayRead } from '../../session/session';
import { useApp, useRecordLabel } from '../../shell/app-context';
import { textOf } from '../engine/number-text';
import { useRecord, useRecordContext, useRecordValue, useResourceText } from '../engine/record-context';
import { useFieldProps } from '../engine/use-record-field';
import { useReferencedContract } from './reference-input';

const activeByName = { q: '', sort: 'name', active: 'active', filters: {} } as const;
const rolePath = ['role'];
const ownRolePath = ['role_id'];

/**
 * Select field for the role of a person or an API key: one choice of the built-in ones (`role`) and those that the company made (`role_id`),
 * which count as one of them. The form's texts have `role=…` and `role.own`.
 *
 * @param helpOf what the chosen role may do, by the built-in one
 */
export function RoleField(props: { span: number; helpOf: (builtIn: string, isOwn: boolean) => string }) {
  const { span, helpOf } = props;
  const say = useResourceText();
  const { source, current } = useApp();
  const record = useRecordContext();
  const ownRole = useReferencedContract('role');
  const builtIn = textOf(useRecordValue(rolePath));
  const ownId = textOf(useRecordValue(ownRolePath));
  const own = useQuery({
    queryKey: [ownRole.name, 'active'],
    queryFn: ({ signal }) => source.all(ownRole, activeByName, { signal }),
    enabled: mayRead(current.me, ownRole.access),
  });
  // A role that is not active, or that the caller does not list, is still theirs.
  const given = useRecordLabel(ownRole, ownId);
  const rows = own.data ?? [];
  const all = given && !rows.some(({ id }) => id === given.id) ? [...rows, given] : rows;
  const nameOf = (id: string) => textOf(all.find((row) => row.id === id)?.name as never) || '…';
  const { set, frame } = useFieldProps(
    { name: 'role', span },
    (shown) => (textOf(shown) === '' ? '' : say(`role=${textOf(shown)}`)),
    'choice',
  );
  const wasOwn = useRecord(({ base, isNew: isFresh }) => !isFresh && textOf(base['role_id']) !== ownId);
  return (
    <SelectField
      {...frame}
      changed={frame.changed || wasOwn}
      help={helpOf(builtIn, ownId !== '')}
      value={ownId || builtIn}
      options={[
        ...roles.map((name) => ({ value: name, label: say(`role=${name}`) })),
        ...all.map(({ id }) => ({ value: id, label: nameOf(id), detail: say('role.own') })),
      ]}
      onChange={(next) => {
        const row = all.find(({ id }) => id === next);
        set(row ? textOf(row['counts_as'] as never) : next);
        record.set(ownRolePath, row ? row.id : null);
      }}
    />
  );
}

/** Returns the name of a role: that of the company's own, or that of the built-in one in the words of `resource`. */
export function useRoleName(resource: string, builtIn: string, id: unknown): string {
  const say = useTextOf(resource);
  const ownRole = useReferencedContract('role');
  // Another server may have anything there.
  const own = useRecordLabel(ownRole, typeof id === 'string' ? id : null);
  return textOf(own?.['name']) || say(`role=${builtIn}`);
}
