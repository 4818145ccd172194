import type { Flow } from './flow';
import type { Style } from './drawing';
import { wrap } from './wrap';

/** A key figure: its label, its value, and a few words about it. */
export interface Figure {
  readonly label: string;
  readonly value: string;
  readonly about: string;
  readonly isRisk?: boolean;
}

/** Sets key figures side by side: three a row on a sheet, two on a strip, one where a value needs the width. */
export function setFigures(flow: Flow, figures: readonly Figure[]): void {
  const { drawing, paper } = flow;
  const { styles, leading } = paper;
  const gap = 14;
  const widthOf = (columns: number) => (flow.width - gap * (columns - 1)) / columns;
  const fits = (columns: number) =>
    figures.every(({ value }) => drawing.widthOf(value, styles.figure) <= widthOf(columns));
  const columns = (paper.isStrip ? [2, 1] : [3, 2, 1]).find(fits) ?? 1;
  const width = widthOf(columns);
  flow.space(8);
  for (let from = 0; from < figures.length; from += columns) {
    const row = figures.slice(from, from + columns).map(({ label, value, about, isRisk }) => ({
      label: wrap(drawing, label, width, styles.label),
      value: wrap(drawing, value, width, styles.figure),
      about: about === '' ? [] : wrap(drawing, about, width, styles.label),
      style: isRisk ? { ...styles.figure, color: styles.risk.color } : styles.figure,
    }));
    const lead = styles.figure.size * 1.35;
    const height = Math.max(
      ...row.map(({ label, value, about }) => (label.length + about.length) * leading + value.length * lead),
    );
    flow.need(height + 8);
    const top = flow.y;
    row.forEach(({ label, value, about, style }, at) => {
      const x = flow.left + at * (width + gap);
      flow.y = top;
      const put = (lines: readonly string[], of: Style, step: number) => {
        for (const line of lines) {
          flow.text(line, x, flow.y + step * 0.74, of);
          flow.y += step;
        }
      };
      put(label, styles.label, leading);
      put(value, style, lead);
      put(about, styles.label, leading);
    });
    flow.y = top + height + 8;
  }
}

/** A message in the one outlined box of a page: what adds up or does not, what is not final. */
export interface Message {
  readonly title: string;
  readonly lines: readonly string[];
  readonly tone: 'ok' | 'risk';
}

/** Sets a message with a bar in its tone at the left; the words say the same. */
export function setMessage(flow: Flow, { title, lines, tone }: Message): void {
  const { drawing, paper } = flow;
  const { styles, leading } = paper;
  const pad = 8;
  const width = flow.width - 2 * pad - 3;
  const texts = [
    ...wrap(drawing, title, width, styles[tone]).map((line) => ({ line, style: styles[tone] })),
    ...lines
      .flatMap((text) => wrap(drawing, text, width, styles.label))
      .map((line) => ({ line, style: styles.label })),
  ];
  const height = texts.length * leading + 2 * pad - 2;
  flow.space(8);
  flow.need(height);
  flow.mark({ kind: 'box', x: flow.left, y: flow.y, width: flow.width, height, color: paper.line });
  flow.mark({
    kind: 'rule',
    x: flow.left,
    y: flow.y + 4,
    width: 2,
    thickness: height - 8,
    color: styles[tone].color,
  });
  texts.forEach(({ line, style }, at) => {
    flow.text(line, flow.left + pad + 3, flow.y + pad - 1 + leading * (at + 0.74), style);
  });
  flow.y += height;
}

/** Sets facts as label and value, one below the other. */
export function setFacts(flow: Flow, facts: readonly (readonly [string, string])[]): void {
  const { drawing, paper } = flow;
  const { styles, leading } = paper;
  const widest = Math.max(...facts.map(([label]) => drawing.widthOf(label, styles.label)));
  const isBeside = widest + 80 < flow.width * (paper.isStrip ? 0.75 : 1);
  const x = isBeside ? flow.left + widest + 12 : flow.left;
  for (const [label, value] of facts) {
    const lines = wrap(drawing, value, flow.left + flow.width - x, styles.body);
    flow.need((lines.length + (isBeside ? 0 : 1)) * leading);
    flow.text(label, flow.left, flow.y + leading * 0.74, styles.label);
    if (!isBeside) flow.y += leading;
    for (const line of lines) {
      flow.text(line, x, flow.y + leading * 0.74, styles.body);
      flow.y += leading;
    }
  }
}
