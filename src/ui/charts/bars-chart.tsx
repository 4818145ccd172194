import styles from './bars-chart.module.css';

/** One bar. `amount` sets only its height; `text` is shown and read. */
export interface Bar {
  key: string;
  /** Short label below the bar: "A". */
  short: string;
  /** Accessible name and tooltip: "April 2025". */
  label: string;
  amount: number;
  text: string;
  /** Not complete yet: the current month. */
  isIncomplete?: boolean | undefined;
}

const base = 92;
const top = 17;

/** Bar chart that highlights the highest bar and shows its figure. A visually hidden table has the same figures. */
export function BarsChart(props: {
  /** What the chart shows, in one sentence. */
  label: string;
  bars: readonly Bar[];
  /** Headers of the hidden table: of the months and of the figures. */
  headers: readonly [string, string];
  /** Formats the figure of every bar, in short; without it, only the highest bar has one. */
  nameOf?: ((bar: Bar) => string) | undefined;
}) {
  const { label, bars, headers, nameOf } = props;
  const most = Math.max(...bars.map((bar) => bar.amount), 0);
  const highest = bars.findIndex((bar) => bar.amount === most && most > 0);
  const slot = 100 / Math.max(bars.length, 1);
  const height = (amount: number) =>
    most > 0 && amount > 0 ? Math.max(1, ((base - top) * amount) / most) : 0;
  return (
    <figure aria-label={label}>
      <svg className={styles.bars} height="112" aria-hidden="true">
        {bars.map((bar, index) => {
          const middle = `${slot * (index + 0.5)}%`;
          const tall = height(bar.amount);
          const look = index === highest ? styles.high : bar.isIncomplete ? styles.soft : undefined;
          return (
            <g key={bar.key}>
              <title>{`${bar.label}: ${bar.text}`}</title>
              <rect
                className={look}
                x={`${slot * (index + 0.15)}%`}
                y={base - tall}
                width={`${slot * 0.7}%`}
                height={tall}
                rx="1.5"
              />
              <text x={middle} y="108">
                {bar.short}
              </text>
              {(nameOf || index === highest) && (
                <text
                  className={index === highest ? styles.value : styles.other}
                  x={middle}
                  y={base - tall - 5}
                >
                  {nameOf ? nameOf(bar) : bar.text}
                </text>
              )}
            </g>
          );
        })}
        <line x1="0" x2="100%" y1={base + 0.5} y2={base + 0.5} />
      </svg>
      <div className="vh">
        <table aria-label={label}>
          <thead>
            <tr>
              <th scope="col">{headers[0]}</th>
              <th scope="col">{headers[1]}</th>
            </tr>
          </thead>
          <tbody>
            {bars.map((bar) => (
              <tr key={bar.key}>
                <th scope="row">{bar.label}</th>
                <td>{bar.text}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </figure>
  );
}
