import { useEffect, useRef, useState, type MouseEvent } from 'react';
import styles from './form.module.css';
import { Dot } from '../display/badge';

/** A section to jump to. */
export interface Section {
  /** The `id` of its `FormSection`. */
  id: string;
  label: string;
  /** A red dot: something to correct; a copper dot: something to decide. `says` is read for it. */
  mark?: { color: 'danger' | 'attention'; says: string } | undefined;
}

/** The sections of a form as links; the one in view is marked while scrolling. */
export function SectionNav({ label, sections }: { label: string; sections: readonly Section[] }) {
  const [current, setCurrent] = useState(sections[0]?.id);
  // How far a jump came: the last sections may have no room to come to the top, and stay current all the same.
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
          {section.mark && <Dot color={section.mark.color} label={section.mark.says} />}
        </a>
      ))}
    </nav>
  );
}
