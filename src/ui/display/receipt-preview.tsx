import { cx } from '../style/cx';
import styles from './receipt-preview.module.css';

/** Preview of a printed receipt with the header and footer lines of a form, around an invented sale. */
export function ReceiptPreview(props: {
  /** Text below the receipt, which says that the sale is an example. */
  caption: string;
  header: readonly string[];
  lines: readonly { label: string; value: string }[];
  total: { label: string; value: string };
  footer: readonly string[];
}) {
  const { caption, header, lines, total, footer } = props;
  return (
    <figure className={styles.preview}>
      <div className={styles.paper}>
        <Texts lines={header} />
        {header.length > 0 && <hr />}
        {lines.map(({ label, value }) => (
          <div key={label} className={styles.row}>
            <span>{label}</span>
            <span>{value}</span>
          </div>
        ))}
        <hr />
        <div className={cx(styles.row, styles.total)}>
          <span>{total.label}</span>
          <span>{total.value}</span>
        </div>
        {footer.length > 0 && <hr />}
        <Texts lines={footer} />
      </div>
      <figcaption>{caption}</figcaption>
    </figure>
  );
}

/** The same line may occur twice, so the key is the index. */
const Texts = ({ lines }: { lines: readonly string[] }) =>
  lines.map((line, at) => (
    // oxlint-disable-next-line react/no-array-index-key -- lines have no other name than their place
    <div key={at} className={styles.text}>
      {line}
    </div>
  ));
