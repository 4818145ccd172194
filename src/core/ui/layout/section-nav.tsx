import { useEffect, useRef, useState, type MouseEvent } from 'react';
import styles from './form.module.css';
import { Dot } from '../display/badge';

/** A section that the navigation links to. */
export interface Section {
  /** The `id` of its `FormSection`. */
  id: string;
  label: string;
  /** A dot: red for an error to correct, copper for a decision. `label` is its accessible name. */
  mark?: { color: 'danger' | 'attention'; label: string } | undefined;
}

/** Links to the sections of a form; scrolling marks the visible one as current. */
export function SectionNav({ label, sections }: { label: string; sections: readonly Section[] }) {
  const [current, setCurrent] = useState(sections[0]?.id);
  // The scroll position after a jump: the last sections may be too short to reach the top, and are still current.
  const jumped = useRef<number>(undefined);
  const ids = sections.map((section) => section.id).join(' ');
  useEffect(() => {
    const nodes = ids.split(' ').flatMap((id) => document.getElementById(id) ?? []);
    const scroller = nodes[0]?.closest('[data-scroll]');
    if (!scroller) return undefined;
    const look = () => {
      if (scroller.scrollTop === jumped.current) return;
      jumped.current = undefined;
      const { top, bottom } = scroller.getBoundingClientRect();
      const end = scroller.scrollTop + scroller.clientHeight >= scroller.scrollHeight - 2;
      const passed = nodes.filter((node) => node.getBoundingClientRect().top <= top + 72);
      const seen =
        end && scroller.scrollTop > 0 ? nodes.filter((n) => n.getBoundingClientRect().top < bottom) : passed;
      setCurrent((seen.at(-1) ?? nodes[0])?.id);
    };
    scroller.addEventListener('scroll', look, { passive: true });
    return () => scroller.removeEventListener('scroll', look);
  }, [ids]);

  const jump = (event: MouseEvent, id: string) => {
    event.preventDefault();
    const section = document.getElementById(id);
    section?.scrollIntoView({ block: 'start' });
    jumped.current = section?.closest('[data-scroll]')?.scrollTop;
    document.getElementById(`${id}-title`)?.focus({ preventScroll: true });
    setCurrent(id);
  };
  return (
    <nav className={styles.jump} aria-label={label}>
      {sections.map((section) => (
        <a
          key={section.id}
          href={`#${section.id}`}
          aria-current={section.id === current ? 'true' : undefined}
          onClick={(event) => jump(event, section.id)}
        >
          {section.label}
          {section.mark && <Dot color={section.mark.color} label={section.mark.label} />}
        </a>
      ))}
    </nav>
  );
}
