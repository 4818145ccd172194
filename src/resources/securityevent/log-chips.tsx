import { OptionList } from '@/app/grid/filters/option-list';
import { useTextOf } from '@/app/i18n/i18n';
import { SetChip, TimeChip, WhoChip } from '@/app/log/log-chips';
import { Chip } from '@/ui/display/chip';
import type { LogEntry, SecurityLogFilters } from './log-query';

/** The kinds of entries in the security log; a later version may add more. */
const kinds = [
  'sign_in',
  'sign_in_failed',
  'locked_out',
  'sign_out',
  'session_ended',
  'reauthenticated',
  'reauthentication_failed',
  'refused',
  'password_changed',
  'password_forgotten',
  'password_reset',
  'second_factor_on',
  'second_factor_off',
  'second_factor_reset',
  'recovery_codes_made',
  'recovery_code_used',
  'wrong_code',
  'provider_refused',
  'break_glass',
  'passkey_added',
  'passkey_removed',
  'passkey_refused',
  'passkey_cloned',
  'link_created',
  'invitation_accepted',
  'user_created',
  'user_changed',
  'role_changed',
  'user_activated',
  'user_deactivated',
  'key_created',
  'key_changed',
  'key_revoked',
  'key_used_revoked',
  'key_used_expired',
  'key_used_elsewhere',
  'key_wrong',
  'pairing_code_made',
  'customer_exported',
  'customer_erased',
  'changeset_left_alone',
  'events_expiring',
  'events_expired',
] as const;

interface Props {
  readonly state: SecurityLogFilters;
  readonly entries: readonly LogEntry[];
}

/** Filter chips of the security log: time, kind of entry, user or key, address. */
export function LogChips({ state, entries }: Props) {
  const { filters, change } = state;
  const tell = useTextOf('securityevent');
  return (
    <>
      <TimeChip resource="securityevent" filters={filters} change={change} />
      <SetChip
        label={tell('filter.kind')}
        values={kinds}
        text={(kind) => tell(`kind.${kind}`)}
        chosen={filters.kind}
        onChange={(kind) => change({ kind })}
      />
      <WhoChip resource="securityevent" filters={filters} change={change} listLabel={tell('filter.who')} />
      <AddressChip state={state} entries={entries} />
    </>
  );
}

/** Filter chip for one network address: it offers the addresses of the entries that are loaded. */
function AddressChip({ state: { filters, change }, entries }: Props) {
  const tell = useTextOf('securityevent');
  const chosen = filters.address;
  const addresses = new Set([
    ...(chosen ? [chosen] : []),
    ...entries.flatMap(({ address }) => address ?? []),
  ]);
  return (
    <Chip
      label={tell('filter.address')}
      value={chosen ?? undefined}
      onRemove={chosen === null ? undefined : () => change({ address: null })}
      menu={
        <OptionList
          label={tell('filter.address')}
          options={[...addresses].map((value) => ({ value, label: value }))}
          selected={chosen === null ? [] : [chosen]}
          onToggle={(value, isOn) => change({ address: isOn ? value : null })}
        />
      }
    />
  );
}
