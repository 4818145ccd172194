import type { ComponentType } from 'react';
import type { Screen } from '../../shell/screen';

/** What the page of a record gives its form. */
export interface FormProps {
  readonly screen: Screen;
  /** Null for a record that does not exist yet. */
  readonly id: string | null;
}

/** The form of a resource: `resources/<name>/form.tsx` exports one as `Form`. */
export type Form = ComponentType<FormProps>;
