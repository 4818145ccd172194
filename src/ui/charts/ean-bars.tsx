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

/** Odd parity (A) of the ten digits; C is its complement, and B is C from right to left. */
const odd = [
  '0001101',
  '0011001',
  '0010011',
  '0111101',
  '0100011',
  '0110001',
  '0101111',
  '0111011',
  '0110111',
  '0001011',
];
/** Which of the six digits at the left have even parity, by the first digit of an EAN-13. */
const parities = [
  '000000',
  '001011',
  '001101',
  '001110',
  '010011',
  '011001',
  '011100',
  '010101',
  '010110',
  '011010',
];

/**
 * Returns the modules of an EAN-13, UPC-A or EAN-8 code (ISO/IEC 15420), 1 for a bar and 0 for a space, without quiet
 * zones: 95 or 67 of them. Returns null for another text. The check digit is not verified.
 */
export function eanModules(code: string): string | null {
  if (/^\d{12}$/.test(code)) return eanModules(`0${code}`);
  if (/^\d{8}$/.test(code)) return framed(Array.from(code.slice(0, 4)).map(oddOf), code.slice(4));
  if (!/^\d{13}$/.test(code)) return null;
  const parity = parities[Number(code[0])] ?? '';
  const left = Array.from(code.slice(1, 7)).map((digit, at) =>
    parity[at] === '1' ? evenOf(digit) : oddOf(digit),
  );
  return framed(left, code.slice(7));
}

const framed = (left: readonly string[], right: string): string =>
  `101${left.join('')}01010${Array.from(right).map(rightOf).join('')}101`;

const oddOf = (digit: string): string => odd[Number(digit)] ?? '';
const rightOf = (digit: string): string =>
  Array.from(oddOf(digit))
    .map((module) => (module === '1' ? '0' : '1'))
    .join('');
const evenOf = (digit: string): string => Array.from(rightOf(digit)).toReversed().join('');
