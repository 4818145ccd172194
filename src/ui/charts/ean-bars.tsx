import { eanModules } from './ean-modules';

const height = 40;

/** The bars of an EAN-13 or EAN-8 code in the colour of the text, with its digits below; nothing for other codes. */
export function EanBars({ code }: { code: string }) {
  const modules = eanModules(code);
  if (modules === null) return null;
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- drawn here, not loaded
    <svg viewBox={`0 0 ${modules.length} ${height + 10}`} role="img" aria-label={code}>
      {Array.from(modules).map((module, at) =>
        module === '1' ? (
          // oxlint-disable-next-line react/no-array-index-key -- a bar is its place
          <rect key={at} x={at} y={0} width={1} height={height} fill="currentColor" />
        ) : null,
      )}
      <text x={modules.length / 2} y={height + 9} fontSize={9} textAnchor="middle" fill="currentColor">
        {code}
      </text>
    </svg>
  );
}
