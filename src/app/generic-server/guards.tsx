import { useQuery } from '@tanstack/react-query';
import { Component, type ReactNode } from 'react';
import { Banner } from '@/ui/display/banner';
import { SkeletonLines } from '@/ui/display/empty-state';
import { Button } from '@/ui/display/button';
import { PageHeader } from '@/ui/layout/page';
import { useApp } from '../shell/app-context';
import { recordQuery } from '../data/record-query';
import { noValue } from '../i18n/format';
import { useTextOf } from '../i18n/i18n';
import { JsonViewer } from '../json-viewer/json-viewer';
import type { Screen } from '../shell/screen';
import styles from './generic-server.module.css';
import { useGenericServerText } from './generic-server-text';

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
    return <RawRecord screen={screen} id={id} error={this.state.error} />;
  }
}

/** Error boundary of a cell: shows "–" for a value that cannot be rendered. */
export class CellGuard extends Component<{ children: ReactNode }, BoundaryState> {
  override state: BoundaryState = { error: null };
  static getDerivedStateFromError = (error: unknown): BoundaryState => ({ error });

  override render() {
    return this.state.error === null ? this.props.children : noValue;
  }
}

/** Error boundary of a part of a page: shows `instead` for values that cannot be rendered. */
export class PartGuard extends Component<{ instead: ReactNode; children: ReactNode }, BoundaryState> {
  override state: BoundaryState = { error: null };
  static getDerivedStateFromError = (error: unknown): BoundaryState => ({ error });

  override render() {
    const { instead, children } = this.props;
    return this.state.error === null ? children : instead;
  }
}

function RawRecord({ screen, id, error }: { screen: Screen; id: string; error: unknown }) {
  const { client } = useApp().current;
  const say = useGenericServerText();
  const text = useTextOf(screen.contract.name);
  const { data } = useQuery(recordQuery(client, screen.contract, id));
  const message = error instanceof Error ? error.message : String(error);
  const name = data?.record['name'];
  const nameOf = (key: string) => {
    const label = text(key);
    return label === key ? undefined : label;
  };
  return (
    <>
      <PageHeader
        title={typeof name === 'string' && name !== '' ? name : id}
        crumbs={[{ label: text('title'), href: screen.path }]}
        ruled
        actions={<Button href={screen.path}>{say('back')}</Button>}
      />
      <div className={styles.asItCame}>
        <Banner kind="attention">
          {say('notUnderstood')} {say('notUnderstoodText', { message })}
        </Banner>
        {data ? (
          <JsonViewer value={data.record} label={say('asItCame')} nameOf={nameOf} />
        ) : (
          <SkeletonLines />
        )}
      </div>
    </>
  );
}
