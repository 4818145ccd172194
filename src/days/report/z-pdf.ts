import type { Client } from '@/app/data/client';
import { download, fileName } from '@/app/export/download';

/** A PDF that the service makes. */
export interface PdfFile {
  readonly label: string;
  readonly path: string;
  /** The parts of its file name. */
  readonly file: readonly string[];
}

/** How long a PDF may take: a month of large days is laid out whole before its first byte. */
const longest = 180_000;

/** Loads a PDF and offers it as a download. Throws `RequestError`. */
export async function savePdf(client: Client, { path, file }: PdfFile): Promise<void> {
  const body = await client.stream(path, {}, AbortSignal.timeout(longest));
  const response = new Response(body, { headers: { 'Content-Type': 'application/pdf' } });
  download(`${fileName(...file)}.pdf`, await response.blob());
}

type Say = (key: string, given?: Record<string, string>) => string;

/** Returns the Z report of a day, on each paper, and the file of its month (docs/report.md#z-reports-as-pdfs). */
export const dayPdfs = (
  day: {
    readonly id: string;
    readonly date: string;
    readonly location: { readonly id: string; readonly name: string };
  },
  language: string,
  say: Say,
): PdfFile[] => [
  ...(['a4', '80mm'] as const).map((paper) => ({
    label: say(`export.z.${paper}`),
    path: `/api/secure/report/businessdaytx/${encodeURIComponent(day.id)}/z.pdf?paper=${paper}&language=${language}`,
    file: [say('export.z.file'), day.location.name, day.date, ...(paper === 'a4' ? [] : [paper])],
  })),
  monthPdf(day.location, day.date.slice(0, 7), language, say),
];

/** Returns the file with the Z reports of a month of a location. */
export const monthPdf = (
  { id, name }: { readonly id: string; readonly name: string },
  month: string,
  language: string,
  say: Say,
): PdfFile => ({
  label: say('export.z.month', { name, month }),
  path: `/api/secure/report/z.pdf?location_id=${encodeURIComponent(id)}&month=${month}&language=${language}`,
  file: [say('export.z.file'), name, month],
});

/** How many locations a menu names. */
const mostLocations = 12;

/** Returns the Z reports of a month for each location, if the range of days lies in one month. */
export function monthPdfs({ from, to, locations }: MonthRange, language: string, say: Say): PdfFile[] {
  const month = from.slice(0, 7);
  if (month !== to.slice(0, 7) || locations.length > mostLocations) return [];
  return locations.map((location) => monthPdf(location, month, language, say));
}

interface MonthRange {
  readonly from: string;
  readonly to: string;
  readonly locations: readonly { readonly id: string; readonly name: string }[];
}
