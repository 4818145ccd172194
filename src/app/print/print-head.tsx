/** Escapes a text for a CSS string, including whatever would end the string or the style element. */
const cssText = (text: string): string =>
  `"${text.replaceAll(/["\\<>\n\r\f]/g, (sign) => `\\${sign.codePointAt(0)?.toString(16)} `)}"`;

/** Print header: large on the first page, small in the margin of each page; it names company and document. */
export function PrintHead(props: {
  company: string;
  /** What is printed: the list's title with its filters, or the address of the location. */
  about: string;
  /** At the right: the moment of printing, or the company's registration number. */
  aside: string;
  /** Names the document in the margin of each page, after company and `about`. */
  title: string;
  /** Footer of each printed page: the seal of the day. */
  foot?: string | undefined;
}) {
  const { company, about, aside, title, foot } = props;
  const running = [company, about, title].filter(Boolean).join(' · ');
  return (
    <>
      <style>{`@page { @top-left { content: ${cssText(running)}; font: 9px sans-serif; } }`}</style>
      {foot !== undefined && (
        <style>{`@page { @bottom-left { content: ${cssText(foot)}; font: 8px sans-serif; white-space: nowrap; } }`}</style>
      )}
      <div className="print-head">
        <b className="strong">{company}</b>
        <span>{about}</span>
        <span>{aside}</span>
      </div>
    </>
  );
}
