import styles from './compared-bars.module.css';

/** A bar, and the short line of what it is compared with. Amounts set only heights; the texts are shown and read. */
export interface ComparedBar {
  readonly key: string;
  /** "Friday 20 March". */
  readonly label: string;
  /** Below the axis: "Mon 2"; most bars have none. */
  readonly short?: string | undefined;
  readonly amount: number | null;
  readonly before: number | null;
  readonly text: string;
  readonly beforeText: string;
  /** The one bar that is highlighted, with its figure. */
  readonly isMain?: boolean | undefined;
}

const width = 100;
/** As near to an end as the figure of a bar needs to its side on a phone. */
const near = 9;
/** As many pixels the figure of a bar and the space around it take. */
const figureHeight = 20;
/** As many bars share the width at the least: two days of a weekend are bars, too, and not walls. */
const leastShare = 8;

/**
 * Bars with a short line each for what they are compared with. `most` is the height of the scale: charts beside each other
 * share one. `small` leaves out axis and labels. A visually hidden table has the same figures if `headers` are given; without
 * them, the page shows such a table itself.
 */
export function ComparedBars(props: {
  label: string;
  bars: readonly ComparedBar[];
  headers?: readonly [string, string, string];
  most: number;
  height: number;
  /** The lines of the scale, with their texts. */
  scale?: readonly { amount: number; text: string }[];
  small?: boolean;
}) {
  const { label, bars, headers, most, height, scale = [], small = false } = props;
  const [top, foot] = small ? [2, 1] : [20, 22];
  const slot = width / Math.max(bars.length, 1);
  const thick = 0.64 * Math.min(1, bars.length / leastShare);
  const base = height - foot;
  const y = (amount: number) => base - (most > 0 ? ((base - top) * Math.max(amount, 0)) / most : 0);
  return (
    <figure aria-label={label} className={styles.figure}>
      <svg className={small ? styles.small : styles.chart} height={height} aria-hidden="true">
        {scale.map(({ amount, text }) => (
          <g key={amount}>
            <line className={styles.grid} x1="0" x2="100%" y1={y(amount)} y2={y(amount)} />
            <text className={styles.axis} x="-8" y={y(amount) + 4}>
              {text}
            </text>
          </g>
        ))}
        {bars.map((bar, at) => (
          <g key={bar.key}>
            <title>{`${bar.label}: ${bar.text} (${bar.beforeText})`}</title>
            {/* The whole column answers to the pointer. */}
            <rect x={`${slot * at}%`} y={0} width={`${slot}%`} height={base} fill="transparent" />
            {bar.amount !== null && (
              <rect
                className={bar.isMain ? styles.main : styles.bar}
                x={`${slot * (at + 0.5 - thick / 2)}%`}
                y={y(bar.amount)}
                width={`${slot * thick}%`}
                height={Math.max(base - y(bar.amount), 0)}
              />
            )}
            {bar.before !== null && (
              <line
                className={styles.before}
                x1={`${slot * (at + 0.5 - thick * 0.65)}%`}
                x2={`${slot * (at + 0.5 + thick * 0.65)}%`}
                y1={y(bar.before)}
                y2={y(bar.before)}
              />
            )}
            {!small && bar.isMain && bar.amount !== null && (
              <text
                className={styles.value}
                y={figureFoot(y(bar.amount), bar.before, y) - 6}
                {...placeOf(at, slot)}
              >
                {bar.text}
              </text>
            )}
            {!small && bar.short && (
              <text
                className={bar.isMain ? styles.value : styles.short}
                x={`${slot * (at + 0.5)}%`}
                y={height - 6}
              >
                {bar.short}
              </text>
            )}
          </g>
        ))}
        <line className={styles.grid} x1="0" x2="100%" y1={base + 0.5} y2={base + 0.5} />
      </svg>
      {headers && (
        <div className="vh">
          <table aria-label={label}>
            <thead>
              <tr>
                {headers.map((header) => (
                  <th key={header} scope="col">
                    {header}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {bars.map((bar) => (
                <tr key={bar.key}>
                  <th scope="row">{bar.label}</th>
                  <td>{bar.text}</td>
                  <td>{bar.beforeText}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </figure>
  );
}

/** What the figure of a bar stands on: the bar, or the line of what it is compared with where that would cross the figure. */
function figureFoot(bar: number, before: number | null, y: (amount: number) => number): number {
  const line = before === null ? bar : y(before);
  return line < bar && bar - line < figureHeight ? line : bar;
}

/** Where the figure of a bar stands: above its middle, near an end of the chart beside it, or it would cover the scale. */
function placeOf(at: number, slot: number) {
  const middle = slot * (at + 0.5);
  if (middle < near) return { x: `${slot * (at + 0.18)}%`, style: { textAnchor: 'start' as const } };
  if (middle > width - near) return { x: `${slot * (at + 0.82)}%`, style: { textAnchor: 'end' as const } };
  return { x: `${middle}%` };
}
