import { ArrowLeft, ChevronDown, ChevronUp } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button, ButtonGroup, IconButton } from '../display/button';
import { Switch } from '../fields/choices/choice';
import styles from './form.module.css';
import { Icon } from '../display/icon';
import { Link } from './link';
import { Dot } from '../display/badge';

interface Step {
  label: string;
  href?: string | undefined;
  onClick?: (() => void) | undefined;
}

/** The top of a form: where it is, what it is, whether it is active, what is not saved, and what to do. */
export function RecordHeader(props: {
  /** Absent where it would lead here. */
  crumb: { label: string; href: string } | undefined;
  title: string;
  code?: string | undefined;
  /** The record's own switch. */
  active?:
    | { checked: boolean; label: string; onChange: (on: boolean) => void; disabled?: boolean | undefined }
    | undefined;
  /** A tag beside the title: deactivated, a parent's. */
  tag?: ReactNode;
  /** "6 changes"; absent when there are none. */
  changes?: string | undefined;
  /** What came of the last thing that was asked for: "Nothing to save". */
  note?: string | undefined;
  /** "1 to correct": goes to the first. */
  errors?: { label: string; onClick: () => void } | undefined;
  discard?: { label: string; onClick: () => void; disabled?: boolean | undefined } | undefined;
  /** Submits `form` when that id is given, else `onClick`. */
  save?:
    | {
        label: string;
        busyLabel?: string | undefined;
        kbd?: string | undefined;
        busy?: boolean | undefined;
        disabled?: boolean | undefined;
        form?: string | undefined;
        onClick?: (() => void) | undefined;
      }
    | undefined;
  /** The records before and after it in the list it was opened from. */
  steps?: { label: string; previous: Step | undefined; next: Step | undefined } | undefined;
  actions?: ReactNode;
}) {
  const { crumb, title, code, active, tag, changes, note, errors, discard, save, steps, actions } = props;
  return (
    <header className={styles.record}>
      {crumb && (
        <span className={styles.crumb}>
          {/* Where there is little room, an arrow alone is the way back. */}
          <Link href={crumb.href} aria-label={crumb.label}>
            <Icon as={ArrowLeft} />
            <span>{crumb.label}</span>
          </Link>
        </span>
      )}
      {crumb && (
        <span className={styles.slash} aria-hidden="true">
          /
        </span>
      )}
      <h1 title={title}>{title}</h1>
      {code && <span className={styles.code}>{code}</span>}
      {tag}
      {active && <Switch {...active} className={styles.active} />}
      <span className="grow" />
      {(changes ?? note ?? errors) && (
        <span className={styles.note} aria-live="polite">
          {note}
          {changes && (
            <>
              <Dot color="accent" />
              {changes}
            </>
          )}
          {changes && errors && (
            <span className={styles.slash} aria-hidden="true">
              ·
            </span>
          )}
          {errors && (
            <button type="button" className={styles.faults} onClick={errors.onClick}>
              {errors.label}
            </button>
          )}
        </span>
      )}
      {actions}
      {discard && (
        <Button kind="quiet" size="md" onClick={discard.onClick} disabled={discard.disabled}>
          {discard.label}
        </Button>
      )}
      {save && (
        <Button
          kind="primary"
          size="md"
          type={save.form === undefined ? 'button' : 'submit'}
          form={save.form}
          onClick={save.onClick}
          kbd={save.kbd}
          busy={save.busy}
          busyLabel={save.busyLabel}
          disabled={save.disabled}
        >
          {save.label}
        </Button>
      )}
      {steps && (
        <span className={styles.prevNext}>
          <span className="vr" />
          <ButtonGroup label={steps.label}>
            {steps.previous && <StepButton step={steps.previous} up />}
            {steps.next && <StepButton step={steps.next} />}
          </ButtonGroup>
        </span>
      )}
    </header>
  );
}

function StepButton({ step, up = false }: { step: Step; up?: boolean }) {
  const dead = step.href === undefined && step.onClick === undefined;
  return (
    <IconButton
      kind="default"
      size="md"
      icon={up ? ChevronUp : ChevronDown}
      label={step.label}
      href={step.href}
      onClick={step.onClick}
      disabled={dead}
    />
  );
}
