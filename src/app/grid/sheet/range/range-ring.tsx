import { useLayoutEffect, useRef, useState, type PointerEvent, type ReactNode, type RefObject } from 'react';
import type { CellBlock, CellPlace } from './range';
import styles from '../sheet.module.css';
import { fillTo, type Fill } from './fill';

/** Where the columns of a grid stand, in pixels from its left edge. */
type Tracks = readonly { readonly left: number; readonly width: number; readonly stands: boolean }[];

/** Returns where the visible columns stand; measured again when the grid's width or its columns change. */
export function useTracks(grid: RefObject<HTMLElement | null>, template: string): Tracks {
  const [tracks, setTracks] = useState<Tracks>([]);
  useLayoutEffect(() => {
    const element = grid.current;
    if (!element) return undefined;
    const measure = () => {
      const heads = [...element.querySelectorAll<HTMLElement>('[role=columnheader]')];
      // The column of check boxes comes before the first cell of a row.
      const isSelectable = heads[0]?.querySelector('input[type=checkbox]') !== null;
      // Added up: a column that stands while others scroll says where it is, and not where it was.
      let left = 0;
      const all = heads.map(({ offsetWidth: width, style }) => {
        left += width;
        return { left: left - width, width, stands: style.left !== '' };
      });
      setTracks(all.slice(isSelectable ? 1 : 0));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
    // eslint-disable-next-line react/exhaustive-effect-dependencies -- other columns stand elsewhere in the same width
  }, [grid, template]);
  return tracks;
}

/** The place of a block in the scrolled content, in pixels. */
export interface Box {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** Returns the place of a block. */
export function boxOf(
  block: CellBlock,
  tracks: Tracks,
  rows: {
    readonly headHeight: number;
    readonly rowHeight: number;
    readonly positionOf: (index: number) => number;
  },
): Box | null {
  const first = tracks[block.columns[0]];
  const last = tracks[block.columns[1]];
  if (!first || !last) return null;
  const top = rows.headHeight + rows.positionOf(block.rows[0]);
  const bottom = rows.headHeight + rows.positionOf(block.rows[1]) + rows.rowHeight;
  return {
    left: first.left,
    top: top - 1,
    width: last.left + last.width - first.left,
    height: bottom - top + 1,
  };
}

/** Returns the pixels at the left edge in which columns stand while the others scroll beneath them. */
export const standingWidth = (tracks: Tracks): number =>
  Math.max(0, ...tracks.map(({ left, width, stands }) => (stands ? left + width : 0)));

/** Cuts off what has been scrolled beneath the columns that stand. */
function useCut(box: Box, standing: number) {
  const ring = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const element = ring.current;
    const scroller = element?.parentElement;
    if (!element || !scroller || standing === 0 || box.left < standing) return undefined;
    const cut = () => {
      const beneath = standing + scroller.scrollLeft - box.left;
      element.style.clipPath = beneath > 0 ? `inset(-8px -8px -8px ${beneath}px)` : '';
    };
    cut();
    scroller.addEventListener('scroll', cut, { passive: true });
    return () => {
      scroller.removeEventListener('scroll', cut);
      element.style.clipPath = '';
    };
  }, [box.left, standing]);
  return ring;
}

/** The ring around a range, with the handle that fills from it. */
export function RangeRing(props: {
  box: Box;
  /** Pixels at the left edge in which columns stand. */
  standing: number;
  isSingle: boolean;
  /** The block that a fill would write while its handle is dragged. */
  fillBox: Box | null;
  /** What that would do with its cells. */
  fillSays: string | null;
  /** Label of the handle; null without one. */
  handle: string | null;
  onFill: (event: PointerEvent) => void;
  /** Fills down to the last row. */
  onFillToEnd: () => void;
  children?: ReactNode;
}) {
  const { box, standing, isSingle, fillBox, fillSays, handle, onFill, onFillToEnd } = props;
  const ring = useCut(box, standing);
  return (
    <>
      <div
        ref={ring}
        className={styles.ring}
        style={{ ...box }}
        data-single={isSingle || undefined}
        data-range-ring=""
      >
        {handle !== null && (
          <span
            className={styles.handle}
            title={handle}
            data-fill-handle=""
            onPointerDown={onFill}
            onDoubleClick={onFillToEnd}
          />
        )}
      </div>
      {fillBox && (
        <div className={styles.ring} style={{ ...fillBox }} data-fill="">
          <span className={styles.fillSays}>{fillSays}</span>
        </div>
      )}
    </>
  );
}

/** Returns the cell under the pointer. */
export function cellUnder(event: { readonly clientX: number; readonly clientY: number }): CellPlace | null {
  const element = document.elementFromPoint(event.clientX, event.clientY);
  const cell = element?.closest('[data-column]');
  const row = cell?.closest('[data-index]')?.getAttribute('data-index');
  const column = cell?.getAttribute('data-column');
  return row && column ? { row: Number(row), column: Number(column) } : null;
}

/**
 * Follows the pointer from the handle of a range until it is released. `onMove` gets what would be filled, and null where
 * nothing would; `onFill` what is.
 */
export function dragFill(
  event: PointerEvent,
  from: CellBlock,
  onMove: (fill: Fill | null) => void,
  onFill: (fill: Fill) => void,
): void {
  event.preventDefault();
  event.stopPropagation();
  const handle = event.currentTarget;
  handle.setPointerCapture(event.pointerId);
  let last: Fill | null = null;
  const move = (moved: Event) => {
    const place = cellUnder(moved as unknown as PointerEvent);
    last = place && fillTo(from, place);
    onMove(last);
  };
  const end = () => {
    handle.removeEventListener('pointermove', move);
    onMove(null);
    if (last) onFill(last);
  };
  handle.addEventListener('pointermove', move);
  handle.addEventListener('pointerup', end, { once: true });
  handle.addEventListener('pointercancel', end, { once: true });
}
