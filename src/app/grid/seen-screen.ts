import { fieldRight } from '../session/field-rights';
import type { Me } from '../session/session';
import { parametersOf, type Screen, type ScreenColumn } from '../shell/screen';

/**
 * Returns a screen without the columns, filters and sorts that tell what the caller's role, or locations, do not show; what it only reads cannot be
 * edited in the cells, nor set on many records at once.
 */
export function seenScreen(screen: Screen, me: Me | null): Screen {
  if (!me?.hidden?.length && !me?.read_only?.length && !me?.locations) return screen;
  const { name, ofAllLocations } = screen.contract;
  const isHidden = (field: string): boolean =>
    fieldRight(me, name, field) === 'none' || (Boolean(me.locations) && ofAllLocations.includes(field));
  const isRead = ({ key, editing }: ScreenColumn): boolean =>
    fieldRight(me, name, editing?.field ?? key) === 'read';
  return {
    ...screen,
    isHidden,
    filters: screen.filters.filter((filter) => !parametersOf(filter).some(isHidden)),
    columns: screen.columns
      .filter(({ key, editing, follows = [] }) => ![key, ...follows, editing?.field ?? key].some(isHidden))
      .map((column) => {
        if (!isRead(column)) return column;
        const { bulk: _, ...rest } = column;
        return { ...rest, editing: undefined };
      }),
  };
}
