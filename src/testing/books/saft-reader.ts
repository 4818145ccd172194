/** An element of an XML file. */
export interface Element {
  readonly name: string;
  readonly children: readonly Element[];
  readonly text: string;
}

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/**
 * Reads an XML file without attributes but those of its root. It knows nothing of the writer.
 *
 * @throws if an element is not closed, a text has a bare `&`, or a character is none of XML.
 */
export function readXml(text: string): Element {
  if (!text.startsWith('<?xml version="1.0" encoding="UTF-8"?>')) throw new Error('No declaration');
  // oxlint-disable-next-line no-control-regex -- XML has none of these
  if (/[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/.test(text))
    throw new Error('A character is none of XML');
  const root = { name: '', children: [] as Element[], text: '' };
  const open = [root];
  const tags = /<(\/?)([A-Za-z]+)([^>]*)>([^<]*)/g;
  for (const [, slash, name = '', , after = ''] of text.slice(text.indexOf('?>') + 2).matchAll(tags)) {
    const current = open.at(-1);
    if (!current) throw new Error(`${name} is outside of the root`);
    if (slash === '/') {
      if (current.name !== name) throw new Error(`${name} closes ${current.name}`);
      open.pop();
    } else {
      const element = { name, children: [] as Element[], text: '' };
      current.children.push(element);
      open.push(element);
      if (/&(?!(?:amp|lt|gt|quot|apos);)/.test(after)) throw new Error(`A bare & in ${name}`);
      element.text = after.replaceAll(/&([a-z]+);/g, (_, entity: string) => entities[entity] ?? '');
    }
  }
  const [only] = root.children;
  if (open.length !== 1 || !only || root.children.length > 1) throw new Error('Elements are not closed');
  return only;
}

/** Returns the text of the elements at a path below an element. */
export const textsAt = (element: Element, ...names: readonly string[]): string[] => {
  const [name, ...rest] = names;
  if (name === undefined) return [element.text];
  return element.children.filter((child) => child.name === name).flatMap((child) => textsAt(child, ...rest));
};

/** Returns the elements at a path below an element. */
export const elementsAt = (element: Element, ...names: readonly string[]): Element[] => {
  const [name, ...rest] = names;
  if (name === undefined) return [element];
  return element.children
    .filter((child) => child.name === name)
    .flatMap((child) => elementsAt(child, ...rest));
};

/**
 * The children of elements in their order, by the public description of Norwegian SAF-T Cash Register data 1.0, as far as the
 * service writes them: `?` may be missing, `*` may be there any number of times, `+` at least once.
 */
const grammar: Readonly<Record<string, string>> = {
  auditfile: 'header company',
  header:
    'fiscalYear startDate endDate curCode dateCreated timeCreated softwareDesc softwareVersion softwareCompanyName auditfileVersion headerComment? userID?',
  company:
    'companyIdent companyName taxRegistrationCountry? taxRegIdent? vatCodeDetails? periods? employees? articles? basics? location*',
  vatCodeDetails: 'vatCodeDetail*',
  vatCodeDetail: 'vatCode dateOfEntry vatDesc? standardVatCode',
  periods: 'period*',
  period: 'periodNumber? periodDesc? startDatePeriod? startTimePeriod? endDatePeriod? endTimePeriod?',
  employees: 'employee*',
  employee: 'empID dateOfEntry timeOfEntry firstName? surName',
  articles: 'article*',
  article: 'artID dateOfEntry artGroupID? artDesc',
  basics: 'basic*',
  basic: 'basicType basicID predefinedBasicID? basicDesc',
  location: 'name? streetAddress? cashregister*',
  streetAddress: 'streetname? number? city? postalCode? region? country?',
  cashregister: 'registerID regDesc? event* cashtransaction*',
  event: 'eventID eventType transID? empID? eventDate eventTime eventText? eventReport?',
  eventReport:
    'reportID reportType companyIdent companyName reportDate reportTime registerID reportTotalCashSales reportArtGroups reportPayments reportTip? reportCashSalesVat reportOpeningChangeFloat reportReceiptNum reportOpenCashBoxNum reportReceiptCopyNum reportReceiptCopyAmnt reportReceiptProformaNum reportReceiptProformaAmnt reportReturnNum reportReturnAmnt reportDiscountNum reportDiscountAmnt reportVoidTransNum reportVoidTransAmnt reportCorrLines reportPriceInquiries reportOtherCorrs reportReceiptDeliveryNum reportReceiptDeliveryAmnt reportTrainingNum reportTrainingAmnt reportPayIns? reportPayOuts? reportGrandTotalSales reportGrandTotalReturn reportGrandTotalSalesNet',
  reportTotalCashSales: 'totalCashSaleAmnt',
  reportArtGroups: 'reportArtGroup+',
  reportArtGroup: 'artGroupID artGroupNum artGroupAmnt',
  reportPayments: 'reportPayment+',
  reportPayment: 'paymentType paymentNum paymentAmnt',
  reportTip: 'tipNum tipAmnt',
  reportCashSalesVat: 'reportCashSaleVat+',
  reportCashSaleVat: 'vatCode? vatPerc cashSaleAmnt vatAmnt vatAmntTp?',
  reportCorrLines: 'reportCorrLine+',
  reportCorrLine: 'corrLineType corrLineNum corrLineAmnt',
  reportPriceInquiries: 'reportPriceInquiry+',
  reportPriceInquiry: 'priceInquiryGroup priceInquiryNum priceInquiryAmnt',
  reportOtherCorrs: 'reportOtherCorr+',
  reportOtherCorr: 'otherCorrType otherCorrNum otherCorrAmnt',
  reportPayIns: 'reportPayIn+',
  reportPayIn: 'payInType payInNum payInAmnt',
  reportPayOuts: 'reportPayOut+',
  reportPayOut: 'payOutType payOutNum payOutAmnt',
  cashtransaction:
    'nr transID transType? transAmntIn transAmntEx amntTp empID? periodNumber? transDate transTime refID? desc? ctLine* vat* discount* rounding? payment* signature keyVersion voidTransaction? trainingID?',
  ctLine:
    'nr lineID lineType artGroupID? artID? qnt? lineAmntIn lineAmntEx amntTp ppu? empID? cashTransLineDescr? lineDate? lineTime? vat? discount*',
  vat: 'vatCode? vatPerc? vatAmnt vatAmntTp? vatBasAmnt?',
  discount: 'dscTp dscAmnt',
  rounding: 'roundingAmnt?',
  payment: 'paymentType paidAmnt empID? curCode? exchRt? paymentRefID?',
};

/** How texts have to look, by the end of their element's name. */
const forms: readonly (readonly [RegExp, RegExp])[] = [
  [/Date$|^dateOfEntry$|DatePeriod$/, /^\d{4}-\d\d-\d\d$/],
  [/Time$|^timeCreated$|^timeOfEntry$|TimePeriod$/, /^\d\d:\d\d:\d\d$/],
  [/Am(?:n|ou)t(?:In|Ex)?$|GrandTotal|ChangeFloat$/, /^-?\d+\.\d\d$/],
  [/AmntTp$|^amntTp$/, /^[CD]$/],
  [/^artGroupNum$|^qnt$/, /^-?\d+(?:\.\d{1,6})?$/],
  [/^(?:report\w+|payment|payIn|payOut|tip|corrLine|otherCorr|priceInquiry)Num$/, /^\d{1,10}$/],
  [/^vatPerc$/, /^\d+(?:\.\d{1,3})?$/],
  [/ID$|Ident$|^nr$|Type$/, /^[\s\S]{1,35}$/],
  [/^voidTransaction$|^trainingID$/, /^(?:true|false)$/],
];

/** Returns what in a SAF-T file is not as the description has it: order, number and form of its elements, and its references. */
export function saftFaults(file: Element): string[] {
  return [...shapeFaults(file, file.name), ...referenceFaults(file)];
}

function shapeFaults(element: Element, at: string): string[] {
  const rule = grammar[element.name];
  if (rule === undefined) {
    const isTyped = element.name !== 'registerID' && element.name !== 'trainingID';
    const wrong = forms.find(([name]) => name.test(element.name));
    return element.children.length > 0 || (isTyped && wrong && !wrong[1].test(element.text))
      ? [`${at}: ${element.text.slice(0, 60)}`]
      : [];
  }
  const pattern = rule
    .split(' ')
    .map((part) => `(?:<${part.replace(/[?*+]$/, '')}>)${/[?*+]$/.exec(part)?.[0] ?? ''}`)
    .join('');
  const names = element.children.map(({ name }) => `<${name}>`).join('');
  return [
    ...(new RegExp(`^${pattern}$`).test(names) ? [] : [`${at}: ${names.slice(0, 300)}`]),
    ...element.children.flatMap((child) => shapeFaults(child, `${at}/${child.name}`)),
  ];
}

function referenceFaults(file: Element): string[] {
  const company = elementsAt(file, 'company')[0] ?? file;
  const registers = elementsAt(company, 'location', 'cashregister');
  const used = (...names: string[]) => registers.flatMap((register) => textsAt(register, ...names));
  const basics = new Set(textsAt(company, 'basics', 'basic', 'basicID'));
  const employees = new Set(textsAt(company, 'employees', 'employee', 'empID'));
  const articles = new Set(textsAt(company, 'articles', 'article', 'artID'));
  const missing = (name: string, ids: string[], known: ReadonlySet<string>) =>
    [...new Set(ids)].filter((id) => !known.has(id)).map((id) => `${name}: there is no ${id}`);
  const twice = (name: string, ids: string[]) =>
    ids.filter((id, at) => ids.indexOf(id) !== at).map((id) => `${name}: ${id} is there twice`);
  return [
    ...missing('eventType', used('event', 'eventType'), basics),
    ...missing('lineType', used('cashtransaction', 'ctLine', 'lineType'), basics),
    ...missing('transType', used('cashtransaction', 'transType'), basics),
    ...missing('paymentType', used('cashtransaction', 'payment', 'paymentType'), basics),
    ...missing('empID', [...used('event', 'empID'), ...used('cashtransaction', 'empID')], employees),
    ...missing('artID', used('cashtransaction', 'ctLine', 'artID'), articles),
    ...twice('basicID', textsAt(company, 'basics', 'basic', 'basicID')),
    ...twice('artID', textsAt(company, 'articles', 'article', 'artID')),
    ...twice('empID', textsAt(company, 'employees', 'employee', 'empID')),
    ...twice('reportID', used('event', 'eventReport', 'reportID')),
  ];
}
