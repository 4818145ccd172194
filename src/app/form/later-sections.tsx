import { Plus } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { flushSync } from 'react-dom';
import type { JsonObject } from '@/record/json';
import { Icon } from '@/ui/display/icon';
import { FormSection } from '@/ui/layout/form-section';
import { useRecord, useResourceText } from './engine/record-context';
import { useFormText } from './texts';
import styles from './record-form.module.css';

/** A section that a new record can do without. `isUsed`: the record has something in it, so it is shown. */
export interface LaterSection {
  readonly id: string;
  readonly content: ReactNode;
  readonly isUsed: (record: JsonObject) => boolean;
}

/**
 * Sections that a new record shows as rows of "More" until they are opened; in a stored record they are sections like
 * all others.
 */
export function LaterSections({ sections }: { sections: readonly LaterSection[] }) {
  const say = useFormText();
  const text = useResourceText();
  const isNew = useRecord((state) => state.isNew);
  const [initial] = useState(useRecord((state) => state.current));
  const [opened, setOpened] = useState<readonly string[]>([]);
  const isOpen = ({ id, isUsed }: LaterSection) => !isNew || opened.includes(id) || isUsed(initial);
  const closed = sections.filter((section) => !isOpen(section));
  const open = (id: string) => {
    flushSync(() => setOpened([...opened, id]));
    document.getElementById(`${id}-title`)?.focus();
  };
  return (
    <>
      {sections.filter(isOpen).map(({ id, content }) => (
        <div key={id} className={styles.later}>
          {content}
        </div>
      ))}
      {closed.length > 0 && (
        <FormSection id="more" title={say('more')} text={say('more.text')}>
          <ul className={styles.more}>
            {closed.map(({ id }) => (
              <li key={id}>
                <button type="button" onClick={() => open(id)}>
                  <Icon as={Plus} size="s" />
                  <span>{text(`section.${id}`)}</span>
                </button>
                <span className="muted">{text(`section.${id}.text`)}</span>
              </li>
            ))}
          </ul>
        </FormSection>
      )}
    </>
  );
}
