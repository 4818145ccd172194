const browsers: readonly (readonly [RegExp, string])[] = [
  [/\bEdg(?:e|A|iOS)?\/(\d+)/, 'Edge'],
  [/\bOPR\/(\d+)/, 'Opera'],
  [/\b(?:Firefox|FxiOS)\/(\d+)/, 'Firefox'],
  [/\bSamsungBrowser\/(\d+)/, 'Samsung Internet'],
  [/\b(?:HeadlessChrome|Chrome|CriOS)\/(\d+)/, 'Chrome'],
  [/\bVersion\/(\d+)[\d.]* .*\bSafari\//, 'Safari'],
];

const systems: readonly (readonly [RegExp, string])[] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
];

/** Returns what a person calls the browser of a `User-Agent`: "Firefox 144, Linux"; null for one that is not known. */
export function browserName(agent: string): string | null {
  const system = systems.find(([pattern]) => pattern.test(agent))?.[1];
  for (const [pattern, name] of browsers) {
    const version = pattern.exec(agent)?.[1];
    if (version !== undefined) return [`${name} ${version}`, system].filter(Boolean).join(', ');
  }
  return system ?? null;
}

/** Returns what a passkey made by this browser is called at first: "Firefox, Linux". It outlives the browser's version. */
export const passkeyNameOf = (agent: string): string | null =>
  browserName(agent)?.replace(/ \d+(?=,|$)/, '') ?? null;
