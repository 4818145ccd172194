import { use, useLayoutEffect, type ReactNode } from 'react';
import { FormSection } from '@/ui/layout/form-section';
import { SaidBySectionContext, useFieldRights } from './engine/field-rights';
import { SectionContext, useRecordContext, useResourceText } from './engine/record-context';
import { useFormText } from './texts';
import { ReasonSectionContext, useReadOnlyReason } from './read-only';
import { SectionListContext } from './section-list';

/**
 * A section of a form. Its title is the resource's text `section.<id>`, its description the text `section.<id>.text`
 * unless `text` is given. `attention` is the reason why it needs a decision; it puts a copper dot beside the
 * section's link.
 */
export function Section(props: {
  id: string;
  /** The declared id by which the form orders it: its own, or one that several sections share. */
  slot?: string;
  /** Its position among the sections of that slot. */
  index?: number;
  title?: string;
  text?: ReactNode;
  attention?: string | undefined;
  /** The place that all of its fields are in: without a right to see it there is no section, and a place that is only read says so here. */
  of?: string;
  children: ReactNode;
}) {
  const { of } = props;
  const right = useFieldRights()(of ?? '');
  if (of !== undefined && right === 'none') return null;
  return <ShownSection {...props} isKept={of !== undefined && right === 'read'} />;
}

function ShownSection(props: Parameters<typeof Section>[0] & { isKept: boolean }) {
  const { id, slot = id, index = 0, attention, isKept, children } = props;
  const sayForm = useFormText();
  const { readOnly } = useRecordContext();
  const say = useResourceText();
  const title = props.title ?? say(`section.${id}`);
  const list = use(SectionListContext);
  useLayoutEffect(
    () => list?.put({ id, slot, index, title, attention }),
    [list, id, slot, index, title, attention],
  );
  useLayoutEffect(() => () => list?.remove(id), [list, id]);
  const key = `section.${id}.text`;
  const description = say(key);
  const reason = useReadOnlyReason();
  const said = isKept && !readOnly ? sayForm('readOnly.field') : undefined;
  const ownText = said ?? props.text ?? (description === key ? undefined : description);
  const text = use(ReasonSectionContext) === id ? (reason ?? ownText) : ownText;
  return (
    <SectionContext value={id}>
      <FormSection id={id} title={title} text={text}>
        <SaidBySectionContext value={isKept}>{children}</SaidBySectionContext>
      </FormSection>
    </SectionContext>
  );
}
