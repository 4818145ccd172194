import { ArrowLeft, ChevronDown, ChevronUp } from 'lucide-react';
import { use, type ReactNode } from 'react';
import { Button, ButtonGroup, IconButton } from '../display/button';
import { Switch } from '../fields/choices/choice';
import { cx } from '../style/cx';
import styles from './form.module.css';
import { Icon, type IconShape } from '../display/icon';
import { LastSeenContext, Link } from './link';
import { Dot, State } from '../display/badge';

interface Step {
  label: string;
  href?: string | undefined;
  onClick?: (() => void) | undefined;
}

/** Header of a form: breadcrumb, title, the active switch, unsaved changes, and actions. */
export function RecordHeader(props: {
  /** Absent if it would link to this page. */
  crumb: { label: string; href: string } | undefined;
  title: string;
  code?: string | undefined;
  /** The switch for the record's `active`. */
  active?:
    | { checked: boolean; label: string; onChange: (on: boolean) => void; disabled?: boolean | undefined }
    | undefined;
  /** Goes on to the first field, past the buttons of the header: visible while it has the focus. */
  skip?: { label: string; onClick: () => void } | undefined;
  /** A tag beside the title: deactivated, or owned by a parent company. */
  tag?: ReactNode;
  /** "6 changes"; absent if there are none. */
  changes?: string | undefined;
  /** "Still needed: Tax": the fields to fill in, each a link to it. */
  needed?: { label: string; fields: readonly { label: string; onClick: () => void }[] } | undefined;
  /** The result of the last action: "Nothing to save". */
  note?: string | undefined;
  /** "1 to correct", a button that goes to the first error. */
  errors?: { label: string; isQuestion?: boolean; onClick: () => void } | undefined;
  discard?: { label: string; onClick: () => void; disabled?: boolean | undefined } | undefined;
  /** Submits the form with the id `form` if that is given, otherwise calls `onClick`. */
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
  /** What else can be done with the record, before the buttons that save; on a phone by its icon alone. */
  action?: { icon: IconShape; label: string; href: string; isMain: boolean } | undefined;
  /** The previous and the next record of the list from which this one was opened. */
  steps?: { label: string; previous: Step | undefined; next: Step | undefined } | undefined;
}) {
  const {
    crumb,
    title,
    skip,
    code,
    active,
    tag,
    needed,
    changes,
    note,
    errors,
    discard,
    save,
    steps,
    action,
  } = props;
  const lastSeen = use(LastSeenContext);
  const hasToSay = (changes ?? note ?? errors ?? needed) !== undefined;
  const isIdle = !hasToSay && (save === undefined || save.disabled === true);
  return (
    <header className={styles.record} data-phone-head>
      {crumb && (
        <span className={styles.crumb}>
          {/* On a narrow screen, the back link is only an arrow. */}
          <Link href={lastSeen(crumb.href)} aria-label={crumb.label}>
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
      <h1 title={title} tabIndex={-1}>
        {title}
      </h1>
      {skip && (
        <button type="button" className={styles.skip} onClick={skip.onClick}>
          {skip.label}
        </button>
      )}
      <span className={styles.identity}>
        {code && <span className={styles.code}>{code}</span>}
        {tag}
        {active &&
          (active.disabled ? (
            <span className={styles.active}>
              <State color={active.checked ? 'ok' : 'hollow'}>{active.label}</State>
            </span>
          ) : (
            <Switch {...active} className={styles.active} />
          ))}
      </span>
      <span className="grow" />
      {action?.isMain && (
        <Button size="md" icon={action.icon} href={action.href} className={styles.wideAction}>
          {action.label}
        </Button>
      )}
      {action && (
        <IconButton
          kind="default"
          size="md"
          icon={action.icon}
          label={action.label}
          href={action.href}
          className={cx(styles.action, action.isMain && styles.narrowAction)}
        />
      )}
      {/* On a phone, a bar at the foot. */}
      <span className={styles.saveBar} data-save-bar={isIdle ? undefined : true}>
        {hasToSay && (
          <span className={styles.note} aria-live="polite">
            {note}
            {needed && !errors && (
              <>
                {needed.label}
                {needed.fields.map(({ label, onClick }) => (
                  <button key={label} type="button" className={styles.needed} onClick={onClick}>
                    {label}
                  </button>
                ))}
              </>
            )}
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
              <button
                type="button"
                className={cx(styles.faults, errors.isQuestion && styles.question)}
                onClick={errors.onClick}
              >
                {errors.label}
              </button>
            )}
          </span>
        )}
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
      </span>
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
