import { cx } from '../style/cx';
import styles from './compared-legend.module.css';

/** What the bars and the line of `ComparedBars` are; the chart's own table says it to a screen reader. */
export function ComparedLegend(props: { bars: string; line: string; className?: string | undefined }) {
  return (
    <div className={cx(styles.legend, props.className)} aria-hidden="true">
      <span>{props.bars}</span>
      <span>{props.line}</span>
    </div>
  );
}
