import { program } from '../ledger';
import { basicsXml } from './basics';
import type { SaftSource } from './source';
import { cashierId } from './transactions';
import { leaf, tree } from './xml';

/** Returns everything before the locations: the header, and the company with its lists. */
export function headXml(source: SaftSource): string {
  const { company, from, to, currency, made, fiscalYear } = source;
  return [
    '<?xml version="1.0" encoding="UTF-8"?>\n<auditfile xmlns="urn:StandardAuditFile-Taxation-CashRegister:NO">\n',
    tree(
      'header',
      leaf('fiscalYear', fiscalYear, 9),
      leaf('startDate', from),
      leaf('endDate', to),
      leaf('curCode', currency),
      leaf('dateCreated', made.slice(0, 10)),
      leaf('timeCreated', made.slice(11)),
      leaf('softwareDesc', program.name, 100),
      leaf('softwareVersion', program.edition, 20),
      leaf('softwareCompanyName', program.name, 100),
      leaf('auditfileVersion', '1.0'),
      leaf('headerComment', source.locations.map(({ name }) => name).join(', '), 999),
    ),
    '\n<company>\n',
    leaf('companyIdent', company.business_id),
    leaf('companyName', company.name, 100),
    leaf('taxRegistrationCountry', 'NO'),
    leaf('taxRegIdent', `${company.business_id}MVA`, 50),
    '\n',
    vatXml(source),
    tree(
      'periods',
      tree(
        'period',
        leaf('periodNumber', '1'),
        leaf('periodDesc', `${from} - ${to}`, 50),
        leaf('startDatePeriod', from),
        leaf('startTimePeriod', '00:00:00'),
        leaf('endDatePeriod', to),
        leaf('endTimePeriod', '23:59:59'),
      ),
    ),
    '\n',
    employeesXml(source),
    articlesXml(source),
    basicsXml(source.groups, source.tenders),
    '\n',
  ].join('');
}

const vatXml = ({ rates, from }: SaftSource): string =>
  `${tree(
    'vatCodeDetails',
    ...[...rates].map(([rate, code]) =>
      tree(
        'vatCodeDetail',
        leaf('vatCode', code, 20),
        leaf('dateOfEntry', from),
        leaf('vatDesc', `Mva ${rate} %`, 100),
        leaf('standardVatCode', code, 9),
      ),
    ),
  )}\n`;

/** The day of entry of cashiers and articles is not known here: it is the first day of the file. */
const employeesXml = ({ cashiers, from }: SaftSource): string =>
  cashiers.length === 0
    ? ''
    : `${tree(
        'employees',
        ...cashiers.map(({ id, name }) =>
          tree(
            'employee',
            leaf('empID', cashierId(id, name)),
            leaf('dateOfEntry', from),
            leaf('timeOfEntry', '00:00:00'),
            leaf('surName', name, 100),
          ),
        ),
      )}\n`;

const articlesXml = ({ articles, from }: SaftSource): string =>
  articles.length === 0
    ? ''
    : `${tree(
        'articles',
        ...articles.map(({ id, group, name }) =>
          tree(
            'article',
            leaf('artID', id),
            leaf('dateOfEntry', from),
            leaf('artGroupID', group),
            leaf('artDesc', name, 999),
          ),
        ),
      )}\n`;
