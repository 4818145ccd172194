import { datevFile, datevLacks } from './datev/datev';
import { fecFile, fecLacks } from './fec/fec';
import { netvisorFile, netvisorLacks } from './finnish/netvisor';
import { procountorFile, procountorLacks } from './finnish/procountor';
import type { BookFile, Ledger } from './ledger';
import type { BookFormat, BookLack } from './schema';
import { sieFile, sieLacks } from './sie/sie';
import { csvFile, tableLacks } from './table/csv';
import type { TableLanguage } from './table/table-words';
import { xlsxFile } from './table/xlsx';

/** A format of files that are made of vouchers. */
export interface VoucherFormat {
  /** Returns what keeps the file from being written; empty if nothing does. */
  readonly lacks: (ledger: Ledger) => BookLack[];
  /** Writes the file of a ledger that lacks nothing. */
  readonly write: (ledger: Ledger, language: TableLanguage) => BookFile;
}

/** The formats that are made of vouchers; SAF-T is made of receipts (saft/). */
export const voucherFormats: Readonly<Record<Exclude<BookFormat, 'saft'>, VoucherFormat>> = {
  csv: { lacks: tableLacks, write: csvFile },
  xlsx: { lacks: tableLacks, write: xlsxFile },
  netvisor: { lacks: netvisorLacks, write: netvisorFile },
  procountor: { lacks: procountorLacks, write: procountorFile },
  sie: { lacks: sieLacks, write: sieFile },
  datev: { lacks: datevLacks, write: datevFile },
  fec: { lacks: fecLacks, write: fecFile },
};
