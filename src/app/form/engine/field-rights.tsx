import { createContext, useCallback, type ComponentType } from 'react';
import { fieldRight, type FieldRight } from '../../session/field-rights';
import { useApp } from '../../shell/app-context';
import type { FieldPath } from './form-values';
import { useRecordContext } from './record-context';

/** Whether the section around a field says that the role may not change it: then the field does not say it once more. */
export const SaidBySectionContext = createContext(false);

/** Returns how the caller's role sees a place of the record that is being edited. */
export function useFieldRights(): (path: string | FieldPath) => FieldRight {
  const { me } = useApp().current;
  const { resource } = useRecordContext();
  return useCallback(
    (path) => fieldRight(me, resource.name, typeof path === 'string' ? path : path.map(String)),
    [me, resource],
  );
}

interface Placed {
  readonly name?: string;
  readonly path?: FieldPath;
}

/** Makes a control that is not there where the caller's role does not see its place. */
export function ifSeen<Props extends Placed>(Control: ComponentType<Props>) {
  return function Seen(props: Props) {
    const isHidden = useFieldRights()(props.path ?? props.name ?? '') === 'none';
    return isHidden ? null : <Control {...props} />;
  };
}
