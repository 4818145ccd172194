import type { Flow } from './flow';
import type { Style } from './drawing';
import { cellOf, setHeading, type CellText, type Table } from './table-parts';
import { wrap } from './wrap';

/**
 * Sets a table on narrow paper: of each row its label at the left and its last column at the right, and under them the
 * other cells with their heads. An amount that has no room beside the label has a line of its own.
 */
export function stackedTable(flow: Flow, { title, columns, rows, foot }: Table): void {
  const { drawing, paper } = flow;
  const { leading, styles } = paper;
  const last = columns.length - 1;
  const lines = (row: readonly CellText[], isFoot: boolean) => {
    const [label, amount] = [cellOf(row[0]), cellOf(row[last])];
    const amountStyle: Style = amount.tone
      ? { ...styles.main, color: styles[amount.tone].color }
      : isFoot || columns[last]?.kind === 'number'
        ? styles.main
        : styles.body;
    const width = drawing.widthOf(amount.text, amountStyle);
    const isBeside = width <= flow.width * 0.55;
    const more = columns.flatMap(({ head }, at) => {
      const { text } = cellOf(row[at]);
      return at === 0 || at === last || text === '' ? [] : [`${head} ${text}`];
    });
    return {
      labels: wrap(
        drawing,
        label.text,
        isBeside ? flow.width - width - 8 : flow.width,
        isFoot ? styles.strong : styles.body,
      ),
      labelStyle: isFoot ? styles.strong : styles.body,
      amounts: isBeside ? [amount.text] : wrap(drawing, amount.text, flow.width, amountStyle),
      amountStyle,
      isBeside,
      more:
        more.length > 0
          ? wrap(drawing, more.join(' · '), flow.width, { ...styles.label, tabular: true })
          : [],
    };
  };
  const write = (row: readonly CellText[], isFoot = false): void => {
    const { labels, labelStyle, amounts, amountStyle, isBeside, more } = lines(row, isFoot);
    const put = (text: string, style: Style, align: 'left' | 'right', advance: boolean): void => {
      flow.text(
        text,
        align === 'left' ? flow.left : flow.left + flow.width,
        flow.y + leading * 0.74,
        style,
        align,
      );
      if (advance) flow.y += leading;
    };
    flow.y += 2;
    flow.need(
      Math.min((labels.length + more.length + (isBeside ? 0 : amounts.length)) * leading + 4, flow.most),
    );
    labels.forEach((line, at) => {
      flow.need(leading);
      if (at === 0 && isBeside) put(amounts[0] ?? '', amountStyle, 'right', false);
      put(line, labelStyle, 'left', true);
    });
    if (!isBeside) {
      for (const line of amounts) {
        flow.need(leading);
        put(line, amountStyle, 'right', true);
      }
    }
    for (const line of more) {
      flow.need(leading);
      put(line, { ...styles.label, tabular: true }, 'left', true);
    }
    flow.y += 2;
  };
  const amountHead = columns[last]?.head ?? '';
  setHeading(flow, title, leading * 3);
  const headWidth = drawing.widthOf(amountHead, styles.label);
  flow.text(amountHead, flow.left + flow.width, flow.y + leading * 0.74, styles.label, 'right');
  const label = wrap(drawing, columns[0]?.head ?? '', Math.max(flow.width - headWidth - 8, 20), styles.label);
  flow.text(label[0] ?? '', flow.left, flow.y + leading * 0.74, styles.label);
  flow.y += leading;
  flow.rule(flow.y, 0.5, paper.ink);
  rows.forEach((row, at) => {
    write(row);
    if (at < rows.length - 1 || !foot) flow.rule(flow.y, 0.35);
  });
  if (!foot) return;
  flow.rule(flow.y, 0.6, paper.ink);
  write(foot, true);
  flow.rule(flow.y, 0.6, paper.ink);
  flow.rule(flow.y + 1.6, 0.6, paper.ink);
  flow.y += 4;
}
