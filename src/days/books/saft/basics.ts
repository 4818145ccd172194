import { leaf, optional, tree } from './xml';

/** A code of the file: its list, its own name here, and the predefined code of the tax administration. */
interface Basic {
  readonly list: string;
  readonly id: string;
  readonly predefined: string | null;
  readonly text: string;
}

const lineTypes: readonly (readonly [string, string])[] = [
  ['SAL', 'Salg'],
  ['RET', 'Retur'],
  ['GIFT', 'Gavekort'],
  ['DEP', 'Pant'],
  ['TIP', 'Tips'],
  ['OTH', 'Ikke omsetning'],
];

const otherCode = { id: 'OTHER', transaction: '11999', event: '13999', text: 'Annet' } as const;

/** How the types of receipts are called, with their predefined codes: of the transaction, and of its event. */
export const receiptCodes: Readonly<
  Record<
    string,
    { readonly id: string; readonly transaction: string; readonly event: string; readonly text: string }
  >
> = {
  sale: { id: 'SALE', transaction: '11001', event: '13012', text: 'Kontantsalg' },
  return: { id: 'RETURN', transaction: '11006', event: '13013', text: 'Retur' },
  void: { id: 'VOID', transaction: '11009', event: '13028', text: 'Annullert' },
  training: { id: 'TRAINING', transaction: '11999', event: '13017', text: 'Trening' },
  paid_in: { id: 'PAIDIN', transaction: '11011', event: '13999', text: 'Innskudd i kassen' },
  paid_out: { id: 'PAIDOUT', transaction: '11010', event: '13019', text: 'Uttak fra kassen' },
  other: otherCode,
};

/** Returns the code of a receipt's type; one that is not known is `OTHER`. */
export const receiptCode = (type: string) =>
  (Object.hasOwn(receiptCodes, type) ? receiptCodes[type] : undefined) ?? otherCode;

/** The types of tenders: the predefined code, and how the file calls them. */
const paymentTypes: Readonly<Record<string, readonly [code: string, text: string]>> = {
  cash: ['12001', 'Kontant'],
  card: ['12002', 'Kort'],
  invoice: ['12006', 'Faktura'],
  account: ['12006', 'Konto'],
  gift_card: ['12005', 'Gavekort'],
  voucher: ['12010', 'Verdikupong'],
  mobile: ['12011', 'Mobilbetaling'],
  lunch: ['12999', 'Lunsjkort'],
  other: ['12999', 'Annet'],
};
const unknownPayment = (type: string) => ['12999', type] as const;

/** Returns how the file calls a type of tenders. */
export const paymentId = (type: string): string => `P-${type.slice(0, 30)}`;

/** The event of a z report. */
export const zReportEvent = 'E-ZREPORT';

/** Returns how the file calls the event of a receipt. */
export const eventId = (type: string): string => `E-${receiptCode(type).id}`;

/** Returns the lists of codes that the file uses (`basics`). */
export function basicsXml(
  groups: readonly { readonly id: string; readonly name: string }[],
  tenders: readonly string[],
): string {
  const all: Basic[] = [
    ...groups.map(({ id, name }) => ({
      list: '04',
      id,
      predefined: '04999',
      text: name,
    })),
    ...lineTypes.map(([id, text]) => ({ list: '05', id, predefined: null, text })),
    { list: '08', id: 'DISC', predefined: null, text: 'Rabatt' },
    { list: '10', id: 'TIPS', predefined: '10001', text: 'Tips' },
    ...Object.values(receiptCodes).map(({ id, transaction, text }) => ({
      list: '11',
      id,
      predefined: transaction,
      text,
    })),
    // A z report of a register without receipts names cash.
    ...['cash', ...tenders].map((type) => {
      const [predefined, text] =
        (Object.hasOwn(paymentTypes, type) ? paymentTypes[type] : undefined) ?? unknownPayment(type);
      return { list: '12', id: paymentId(type), predefined, text };
    }),
    ...Object.values(receiptCodes).map(({ id, event, text }) => ({
      list: '13',
      id: `E-${id}`,
      predefined: event,
      text,
    })),
    { list: '13', id: zReportEvent, predefined: '13009', text: 'Z-rapport' },
  ];
  return tree(
    'basics',
    ...distinct(all).map(({ list, id, predefined, text }) =>
      tree(
        'basic',
        leaf('basicType', list, 9),
        leaf('basicID', id),
        optional('predefinedBasicID', predefined, 9),
        leaf('basicDesc', text, 999),
      ),
    ),
  );
}

const distinct = (all: readonly Basic[]): Basic[] => [
  ...new Map(all.map((one) => [`${one.list} ${one.id}`, one])).values(),
];

/** Returns the type of a line. */
export const lineType = (aside: string | null, isReturned: boolean): string => {
  if (aside === null) return isReturned ? 'RET' : 'SAL';
  return { gift_card: 'GIFT', deposit: 'DEP', tip: 'TIP' }[aside] ?? 'OTH';
};
