import { useEffect, useRef, useState, type MouseEvent } from 'react';
import styles from './form.module.css';
import { ChevronDown } from 'lucide-react';
import { Dot } from '../display/badge';
import { Icon } from '../display/icon';

/** A section that the navigation links to. */
export interface Section {
  /** The `id` of its `FormSection`. */
  id: string;
  label: string;
  /** A dot: red for an error to correct, copper for a decision. `label` is its accessible name. */
  mark?: { color: 'danger' | 'attention'; label: string } | undefined;
}

/** How far below the top edge a section's beginning counts as reached, in px. */
const nearTop = 72;
/** How far one scrolls at least within one section, in px. */
const shortestTurn = 40;

/**
 * Returns the scroll positions from which each section is the current one. The last sections may be too short to reach
 * the top: they have their turns before the end, in order.
 */
function turnsOf(scroller: Element, sections: readonly Element[]): number[] {
  const most = scroller.scrollHeight - scroller.clientHeight;
  const least = Math.min(shortestTurn, most / Math.max(1, sections.length - 1));
  const { top } = scroller.getBoundingClientRect();
  let next = most + least;
  return sections
    .map((section) => section.getBoundingClientRect().top - top + scroller.scrollTop - nearTop)
    .toReversed()
    .map((start) => (next = Math.min(start, next - least)))
    .toReversed();
}

/** How far something is scrolled, and how high its content is, in px. */
interface Place {
  top: number;
  height: number;
}

const placeOf = ({ scrollTop, scrollHeight }: Element): Place => ({ top: scrollTop, height: scrollHeight });

/** Links to the sections of a form; scrolling marks the visible one as current. */
export function SectionNav(props: {
  label: string;
  sections: readonly Section[];
  /** "1 of 8", beside the current section on a phone. */
  place: (at: number, count: number) => string;
}) {
  const { label, sections, place } = props;
  const [current, setCurrent] = useState(sections[0]?.id);
  // Where a jump has led: the last sections may be too short to reach the top, and are still current.
  const jumped = useRef<Place>(undefined);
  const ids = sections.map((section) => section.id).join(' ');
  useEffect(() => {
    const nodes = ids.split(' ').flatMap((id) => document.getElementById(id) ?? []);
    const scroller = nodes[0]?.closest('[data-scroll]');
    if (!scroller) return undefined;
    const look = () => {
      const place = placeOf(scroller);
      // What arrives late changes the height, and the browser may move the content along: nobody has scrolled.
      const stays =
        jumped.current?.top === place.top || (jumped.current && jumped.current.height !== place.height);
      jumped.current = stays ? place : undefined;
      if (stays) return;
      // At the top, and where there is nothing to scroll, it is the first one.
      const turns = scroller.scrollTop === 0 ? [] : turnsOf(scroller, nodes);
      // Positions may be fractions of a pixel apart.
      const at = turns.findLastIndex((start) => start <= scroller.scrollTop + 1);
      setCurrent(nodes[Math.max(0, at)]?.id);
    };
    scroller.addEventListener('scroll', look, { passive: true });
    // What is added to a section moves those below it without any scrolling. It looks for the first time once the form
    // is laid out: measured here, the layout would be one task with what rendered the form.
    const sizes = new ResizeObserver(look);
    for (const node of [scroller, ...nodes]) sizes.observe(node, { box: 'border-box' });
    return () => {
      scroller.removeEventListener('scroll', look);
      sizes.disconnect();
    };
  }, [ids]);

  const jump = (id: string) => {
    const section = document.getElementById(id);
    section?.scrollIntoView({ block: 'start' });
    const scroller = section?.closest('[data-scroll]');
    jumped.current = scroller ? placeOf(scroller) : undefined;
    document.getElementById(`${id}-title`)?.focus({ preventScroll: true });
    setCurrent(id);
  };
  const at = Math.max(
    0,
    sections.findIndex(({ id }) => id === current),
  );
  return (
    <nav className={styles.jump} aria-label={label}>
      <label className={styles.picker}>
        <b>{sections[at]?.label}</b>
        <span className="muted">{place(at + 1, sections.length)}</span>
        <Icon as={ChevronDown} size="s" />
        {sections.some(({ mark }) => mark) && <Dot color={worst(sections)} />}
        <select aria-label={label} value={sections[at]?.id} onChange={(event) => jump(event.target.value)}>
          {sections.map((section) => (
            <option key={section.id} value={section.id}>
              {[section.label, section.mark?.label].filter(Boolean).join(': ')}
            </option>
          ))}
        </select>
      </label>
      {sections.map((section) => (
        <a
          key={section.id}
          href={`#${section.id}`}
          aria-current={section.id === current ? 'true' : undefined}
          onClick={(event: MouseEvent) => {
            event.preventDefault();
            jump(section.id);
          }}
        >
          {section.label}
          {section.mark && <Dot color={section.mark.color} label={section.mark.label} />}
        </a>
      ))}
    </nav>
  );
}

const worst = (sections: readonly Section[]) =>
  sections.some(({ mark }) => mark?.color === 'danger') ? 'danger' : 'attention';
