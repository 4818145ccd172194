import { Component, type ReactNode } from 'react';
import { noValue } from '../i18n/format';
import type { Screen } from '../shell/screen';
import { useGenericServerText } from './generic-server-text';
import { RecordAsItCame } from './record-as-it-came';

interface BoundaryState {
  readonly error: unknown;
}

/**
 * Error boundary of a form: a record that the form cannot render is shown as JSON instead
 * (docs/design.md#6-servers-that-this-project-did-not-write).
 */
export class FormGuard extends Component<
  { screen: Screen; id: string | null; children: ReactNode },
  BoundaryState
> {
  override state: BoundaryState = { error: null };
  static getDerivedStateFromError = (error: unknown): BoundaryState => ({ error });

  override render() {
    const { screen, id, children } = this.props;
    if (this.state.error === null || id === null) return children;
    return <NotUnderstood screen={screen} id={id} error={this.state.error} />;
  }
}

function NotUnderstood({ error, ...record }: { screen: Screen; id: string; error: unknown }) {
  const say = useGenericServerText();
  const message = error instanceof Error ? error.message : String(error);
  return (
    <RecordAsItCame {...record} notice={`${say('notUnderstood')} ${say('notUnderstoodText', { message })}`} />
  );
}

/** Error boundary of a cell: shows "–" for a value that cannot be rendered. */
export class CellGuard extends Component<{ children: ReactNode }, BoundaryState> {
  override state: BoundaryState = { error: null };
  static getDerivedStateFromError = (error: unknown): BoundaryState => ({ error });

  override render() {
    return this.state.error === null ? this.props.children : noValue;
  }
}
