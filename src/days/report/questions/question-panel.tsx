import { X } from 'lucide-react';
import { usePageText } from '@/app/i18n/i18n';
import { IconButton } from '@/ui/display/button';
import { SkeletonLines } from '@/ui/display/empty-state';
import { SelectField } from '@/ui/fields/choices/select-field';
import { PanelHead } from '@/ui/layout/side-panel';
import { subjectText } from '@/resources/question/thread/about';
import { AskForm } from '@/resources/question/thread/ask-form';
import type { Question } from '@/resources/question/thread/question-query';
import { Thread } from '@/resources/question/thread/thread';
import { texts } from '@/resources/question/thread/texts';
import { figures } from '@/resources/question/subjects';
import { reportTexts } from '../report-texts';
import { checkCodes } from '../schema/check-codes';
import { asksToReopen, newQuestion, subjectOf } from './opened-question';
import styles from './questions.module.css';

const subjects = [
  '',
  ...figures.map((figure) => `figure.${figure}`),
  ...checkCodes.map((code) => `check.${code}`),
];

/** Panel beside a report: one question about its day, or the form that asks a new one. */
export function QuestionPanel(props: {
  day: string;
  /** The question in the address: its id, or what a new one is about. */
  opened: string;
  questions: readonly Question[] | undefined;
  onOpen: (opened: string) => void;
  onClose: () => void;
}) {
  const { day, opened, questions, onOpen, onClose } = props;
  const say = usePageText('question/thread', texts);
  const subject = subjectOf(opened);
  const question = questions?.find(({ id }) => id === opened);
  return (
    <>
      <PanelHead
        key={subject === null ? opened : 'new'}
        title={say(subject === null ? 'question' : 'panel.new')}
        takesFocus
      >
        <IconButton size="xs" icon={X} label={say('close')} onClick={onClose} />
      </PanelHead>
      <div className={styles.panel}>
        {subject !== null ? (
          <AskForm
            of={{ businessday_id: day, sales_id: null, subject }}
            about={<About subject={subject} onChange={(chosen) => onOpen(newQuestion(chosen))} />}
            onAsked={onOpen}
            draft={
              asksToReopen(opened) ? { to: ['accountant', 'admin'], text: say('reopen.please') } : undefined
            }
          />
        ) : question ? (
          <Thread question={question} />
        ) : questions ? (
          <p className="muted">{say('missing')}</p>
        ) : (
          <SkeletonLines lines={6} />
        )}
      </div>
    </>
  );
}

function About({ subject, onChange }: { subject: string; onChange: (subject: string) => void }) {
  const say = usePageText('question/thread', texts);
  const sayReport = usePageText('businessday/report', reportTexts);
  return (
    <SelectField
      name="about"
      label={say('about')}
      value={subject === '' ? 'day' : subject}
      searchable
      options={subjects.map((value) => ({
        value: value === '' ? 'day' : value,
        label: subjectText(value, say, sayReport),
      }))}
      onChange={(value) => onChange(value === 'day' ? '' : value)}
    />
  );
}
