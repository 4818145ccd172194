import { useQuery } from '@tanstack/react-query';
import { acts } from '@/contract/role';
import { recordLabelQuery } from '../data/queries';
import { may } from '../session/session';
import { useApp } from '../shell/app-context';

/** From this many records on, a change is looked at before it happens (docs/design.md#change-sets). */
export const previewFrom = 20;

/** Returns how many records this person changes at once, without a preview. */
export const useMostAtOnce = (): number => Math.min(previewFrom - 1, useMostUnapproved());

/**
 * Returns how many items a set may have that this person applies alone. Larger ones wait for somebody else: all of a role
 * that applies no sets (0), and those that the company wants approved.
 */
export function useMostUnapproved(): number {
  const { source, screens, current } = useApp();
  const { me, server } = current;
  const mayApply = may(me, acts.applySets);
  const company = screens['company']?.contract;
  const id = me?.company.id ?? '';
  const { data } = useQuery({
    // Where sets are kept there is always a company; a test may have a few screens alone.
    ...recordLabelQuery(source, company ?? Object.values(screens)[0]!.contract, id),
    enabled: company !== undefined && id !== '' && server.can.changeSets && mayApply,
  });
  if (!server.can.changeSets || me === null) return Infinity;
  if (!mayApply) return 0;
  const approval: unknown = data?.data['approval'];
  if (typeof approval !== 'object' || approval === null) return Infinity;
  const roles: unknown = Reflect.get(approval, 'roles');
  if (Array.isArray(roles) && roles.includes(me.role)) return 0;
  const above: unknown = Reflect.get(approval, 'above');
  return typeof above === 'number' ? above : Infinity;
}
