import type { Client } from '../data/client';
import type { RowSource } from '../data/row-source';
import type { Screen } from '../shell/screen';
import type { ForeignLists } from './generic-lists';
import type { CellGuard, FormGuard } from './guards';
import type { hasId } from './list-answer';
import type { ListNotice } from './list-notice';
import type { Absent } from './unavailable';

/** What the application needs beside itself on a server of which only the interface is known; loaded when one is met. */
export interface ForeignServer {
  readonly source: RowSource;
  readonly client: Client;
  readonly lists: ForeignLists;
  /** Whether the navigation offers a screen. */
  readonly offers: (screen: Screen) => boolean;
  /** Whether a row came with an id, and so has an address. */
  readonly hasId: typeof hasId;
  readonly ListNotice: typeof ListNotice;
  readonly Absent: typeof Absent;
  readonly FormGuard: typeof FormGuard;
  readonly CellGuard: typeof CellGuard;
}
