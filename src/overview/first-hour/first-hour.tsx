import { Check } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import type { FirstHourSteps } from '@/contract/first-hour';
import { usePageText, type SayOf } from '@/app/i18n/i18n';
import type { Format } from '@/app/i18n/formats';
import { useFormat } from '@/app/i18n/use-format';
import { useApp } from '@/app/shell/app-context';
import { Button } from '@/ui/display/button';
import { Icon } from '@/ui/display/icon';
import { Link } from '@/ui/layout/link';
import { cx } from '@/ui/style/cx';
import { PlaceStep } from './place-step';
import { firstHourTexts } from './texts';
import { TillStep } from './till-step';
import overview from '../overview.module.css';
import styles from './first-hour.module.css';

interface Step {
  readonly key: 'company' | 'place' | 'taxes' | 'products' | 'people' | 'till';
  readonly isDone: boolean;
  readonly text: string;
  /** Where it is done, or what was made is looked at. */
  readonly links: readonly { readonly label: string; readonly href: string }[];
  /** What is done on this page itself; null for nothing. */
  readonly inPlace: ReactNode;
  /** What shows that. */
  readonly action?: string;
}

/**
 * The steps of a new company until it sells, in place of what waits: each says what there is, leads to where it is done, or is done here.
 *
 * @param props.onDone reads again what there is.
 */
export function FirstHour(props: { steps: FirstHourSteps; onDone: () => void; onHide: () => void }) {
  const { onDone, onHide } = props;
  const say = usePageText('overview/first-hour', firstHourTexts);
  const format = useFormat();
  const { me } = useApp().current;
  const steps = stepsOf(props.steps, me?.company.name ?? '', say, format, onDone);
  const next = steps.find(({ isDone }) => !isDone)?.key;
  const [chosen, choose] = useState<Step['key'] | null>(null);
  // Whoever is in the middle of a step stays in it, also when it counts as done.
  const opened = chosen ?? next;
  return (
    <section className={overview.part} aria-labelledby="first-hour">
      <div className={overview.head}>
        <h2 id="first-hour">{say('title')}</h2>
        <span className={overview.note}>
          {say('progress', { done: steps.filter(({ isDone }) => isDone).length, all: steps.length })}
        </span>
        <button type="button" className="link" onClick={onHide}>
          {say('hide')}
        </button>
      </div>
      <ol className={styles.steps}>
        {steps.map((step, n) => {
          const isOpen = step.inPlace !== null && step.key === opened;
          return (
            <li key={step.key} aria-current={step.key === next ? 'step' : undefined}>
              {step.isDone ? (
                <span className={cx(styles.number, styles.done)}>
                  <Icon as={Check} size="s" />
                  <span className="vh">{say('done')}</span>
                </span>
              ) : (
                <span className={styles.number}>{n + 1}</span>
              )}
              <div className={styles.says}>
                <h3>{say(step.key)}</h3>
                <p>{step.text}</p>
              </div>
              <div className={styles.acts}>
                {step.links.map(({ label, href }, at) =>
                  step.isDone || at > 0 ? (
                    <Link key={href} className="link" href={href} aria-label={`${label}: ${say(step.key)}`}>
                      {label}
                    </Link>
                  ) : (
                    <Button key={href} href={href} kind={step.key === next ? 'primary' : undefined}>
                      {label}
                    </Button>
                  ),
                )}
                {step.inPlace !== null && step.action !== undefined && !isOpen && (
                  <Button onClick={() => choose(step.key)}>{step.action}</Button>
                )}
              </div>
              {isOpen && (
                // What is typed or shown in it stays while the step counts as done.
                <div className={styles.inPlace} onFocus={() => choose(step.key)}>
                  {step.inPlace}
                </div>
              )}
            </li>
          );
        })}
      </ol>
      <p className={cx('meta', styles.ends)}>{say('later.ends')}</p>
    </section>
  );
}

function stepsOf(
  there: FirstHourSteps,
  company: string,
  say: SayOf,
  format: Format,
  onDone: () => void,
): readonly Step[] {
  const {
    accounts,
    cash_rounding: unit,
    location,
    registers,
    taxes,
    tenders,
    products,
    departments,
    people,
    sells,
  } = there;
  const [register] = registers;
  const look = (href: string) => [{ label: say('look'), href }];
  const accountsText = accounts > 0 ? say('company.accounts', { count: accounts }) : say('company.none');
  return [
    {
      key: 'company',
      isDone: true,
      text: `${company}: ${[
        format.code,
        accountsText,
        ...(unit === null ? [] : [say('company.rounding', { unit: format.money(unit) })]),
      ].join(', ')}`,
      links: accounts > 0 ? look('/company') : [{ label: say('company.chart'), href: '/accounts/charts' }],
      inPlace: null,
    },
    {
      key: 'place',
      isDone: register !== undefined,
      text: register
        ? say('place.is', {
            location: register.location,
            register: register.name,
            time: location?.day_cutover ?? '00:00',
          })
        : location
          ? say('place.register', { location: location.name })
          : say('place.none'),
      links: register ? [{ label: say('place.another'), href: '/locations/new' }] : [],
      inPlace: register ? null : <PlaceStep location={location} onDone={onDone} />,
      action: say('place.do'),
    },
    {
      key: 'taxes',
      isDone: taxes.length > 0 && tenders.length > 0,
      text:
        taxes.length > 0 && tenders.length > 0
          ? say('taxes.is', {
              rates: new Intl.ListFormat(format.locale).format(taxes.map((rate) => format.decimal(rate))),
              tenders: tenders.join(', '),
            })
          : say(taxes.length > 0 ? 'taxes.noTenders' : tenders.length > 0 ? 'taxes.noTaxes' : 'taxes.none'),
      links:
        taxes.length > 0 && tenders.length > 0
          ? look('/taxes')
          : [
              ...(taxes.length > 0 ? [] : [{ label: say('taxes.do'), href: '/taxes/new' }]),
              ...(tenders.length > 0 ? [] : [{ label: say('taxes.doTender'), href: '/tenders/new' }]),
            ],
      inPlace: null,
    },
    {
      key: 'products',
      isDone: products > 0,
      text:
        products > 0
          ? `${say('products.is', { count: products })} ${say('products.in', { count: departments })}`
          : say('products.none'),
      links:
        products > 0
          ? look('/products')
          : [
              { label: say('products.import'), href: '/products/import' },
              { label: say('products.add'), href: '/products/new' },
            ],
      inPlace: null,
    },
    {
      key: 'people',
      isDone: people > 1,
      text: people > 1 ? say('people.is', { count: people }) : say('people.none'),
      links: people > 1 ? look('/users') : [{ label: say('people.do'), href: '/users/new' }],
      inPlace: null,
    },
    {
      key: 'till',
      isDone: sells,
      text: say(sells ? 'till.is' : register ? 'till.none' : 'till.first'),
      links: sells ? look('/registers') : [],
      inPlace: register ? <TillStep registers={registers} onPaired={onDone} /> : null,
      ...(!sells && { action: say('till.do') }),
    },
  ];
}

/** What the rest of the page will have, in place of figures that are not there yet. */
export function Later() {
  const say = usePageText('overview/first-hour', firstHourTexts);
  return (
    <section className={overview.part} aria-labelledby="later">
      <div className={overview.head}>
        <h2 id="later">{say('later')}</h2>
      </div>
      <dl className={styles.later}>
        {(['days', 'prices', 'changes', 'others'] as const).map((key) => (
          <div key={key}>
            <dt>{say(`later.${key}`)}</dt>
            <dd>{say(`later.${key}.when`)}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
