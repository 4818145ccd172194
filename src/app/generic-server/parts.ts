import type { ComponentType, ReactNode } from 'react';
import type { Client } from '../data/client';
import type { RowSource } from '../data/row-source';
import type { Screen } from '../shell/screen';
import type { GenericLists } from './generic-lists';

/** Code for servers of which only the interface is known, loaded when one is used. */
export interface GenericServer {
  readonly source: RowSource;
  readonly client: Client;
  readonly lists: GenericLists;
  /** Returns whether the navigation shows a screen. */
  readonly offers: (screen: Screen) => boolean;
  readonly ListNotice: ComponentType<{ screen: Screen }>;
  readonly Unavailable: ComponentType<{ screen: Screen }>;
  readonly FormGuard: ComponentType<{ screen: Screen; id: string | null; children: ReactNode }>;
  readonly CellGuard: ComponentType<{ children: ReactNode }>;
}
