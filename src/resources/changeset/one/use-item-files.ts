import { useQueryClient } from '@tanstack/react-query';
import type { ChangeSets, SetItem } from '@/app/changes/change-sets';
import { recordLabelQuery } from '@/app/data/queries';
import { problemText } from '@/app/form/engine/problem-text';
import { textOf } from '@/app/form/engine/number-text';
import { useFormText } from '@/app/form/texts';
import { separatorsOf } from '@/app/i18n/format';
import { useLanguage, usePageText, useTexts } from '@/app/i18n/i18n';
import { useFormat } from '@/app/i18n/use-format';
import { labelOf, valueOf } from '@/app/record/value-words';
import { useApp } from '@/app/shell/app-context';
import { pathOf } from '@/contract/pointer';
import { isDecimalField } from '@/contract/resource';
import { isNumber, type Json } from '@/record/json';
import type { ExportTable } from '@/app/export/table';
import { texts } from '../texts';
import { referencesOf } from './references';
import type { SectionSpec } from './sections';

/** Items per request of an export. */
const atOnce = 1000;

/** Returns the functions that save the items of a set as files: what changes, and what was refused with its reasons. */
export function useItemFiles(changeSets: ChangeSets, id: string, name: string) {
  const { screens, source, current } = useApp();
  const queries = useQueryClient();
  const say = usePageText('changeset/pages', texts);
  const sayOf = useTexts();
  const sayForm = useFormText();
  const { language } = useLanguage();
  const format = useFormat();
  const separator = separatorsOf(format.locale).decimal === ',' ? ',' : '.';
  const parent = (company: string | null) =>
    current.me?.company.ancestors.find((one) => one.id === company)?.name ?? say('group');

  /** Reads the names of the records that items refer to; the cache holds those that the page has shown. */
  const namesOf = async (items: readonly SetItem[]) => {
    const names = new Map<string, string>();
    const wanted = new Map(
      items.flatMap((item) => {
        const contract = screens[item.resource]?.contract;
        return contract ? [...referencesOf(contract, item)] : [];
      }),
    );
    await Promise.all(
      [...wanted].map(async ([record, resource]) => {
        const contract = screens[resource]?.contract;
        if (!contract) return;
        const row = await queries.query(recordLabelQuery(source, contract, record)).catch(() => null);
        if (typeof row?.['name'] === 'string') names.set(record, row['name']);
      }),
    );
    return (record: string) => names.get(record.toLowerCase());
  };

  const wordsOf = (item: SetItem, nameOf: (record: string) => string | undefined) => {
    const resource = screens[item.resource]?.contract;
    const words = { resource, say: sayOf(item.resource), tell: say, format, nameOf };
    // Numbers keep their digits; the decimal sign is the spreadsheet's.
    const read = (pointer: string, value: Json | undefined) => {
      if (value === undefined || value === null) return '';
      const isDecimal = resource !== undefined && isDecimalField(resource, String(pathOf(pointer)[0]));
      if (isNumber(value) || (isDecimal && typeof value === 'string'))
        return textOf(value).replace('.', separator);
      return typeof value === 'string' && /^-?\d+(\.\d+)?$/.test(value)
        ? value
        : valueOf(pathOf(pointer), value, words);
    };
    const reasons = item.problems.map((problem) => {
      const key = `refusal.${problem.code}`;
      const own = say(key, { company: parent(item.label.company_id) });
      const after = item.cells.find(({ pointer }) => pointer === problem.pointer)?.after;
      const reason = own === key ? problemText(problem, after, 'text', sayForm, separator) : own;
      return problem.pointer === ''
        ? reason
        : say('refusal.at', { field: labelOf(pathOf(problem.pointer), words), reason });
    });
    return { read, label: (pointer: string) => labelOf(pathOf(pointer), words), reason: reasons.join(' ') };
  };

  /** Reads all items of a query, a thousand at a time. */
  const each = async (
    params: SectionSpec['params'],
    use: (items: readonly SetItem[], nameOf: (record: string) => string | undefined) => void,
  ) => {
    for (let cursor: string | null = ''; cursor !== null;) {
      const page = await changeSets.items(id, { ...params, limit: String(atOnce), cursor });
      use(page.items, await namesOf(page.items));
      cursor = page.next_cursor;
    }
  };

  const save = async (table: ExportTable, ...more: string[]) => {
    const [{ csvOf }, { download, fileName }] = await Promise.all([
      import('@/app/files/out/guarded-csv'),
      import('@/app/export/download'),
    ]);
    download(`${fileName(name, ...more)}.csv`, new Blob([csvOf(table, language)], { type: 'text/csv' }));
  };
  const textColumn = (head: string) => ({ head, kind: 'text' as const });
  const start = ['item.line', 'export.code', 'item.record'].map((key) => textColumn(say(key)));
  const startOf = ({ line, label }: SetItem) => [line === null ? '' : String(line), label.code, label.name];

  return {
    /** One row for each value. */
    async saveAll(params: SectionSpec['params']) {
      const rows: (string | null)[][] = [];
      await each(params, (items, nameOf) => {
        for (const item of items) {
          const { read, label, reason } = wordsOf(item, nameOf);
          for (const { pointer, before, after } of item.cells)
            rows.push([
              ...startOf(item),
              label(pointer),
              read(pointer, before),
              read(pointer, after),
              say(`state=${item.state}`),
              reason,
            ]);
        }
      });
      const heads = ['item.field', 'item.before', 'item.after', 'export.state', 'export.reason'];
      await save({ name, columns: [...start, ...heads.map((key) => textColumn(say(key)))], rows });
    },
    /** One row for each record that was refused, with a column for each field and the reason at the end. */
    async saveRefused() {
      const fields = new Map<string, string>();
      const refused: { item: SetItem; values: Map<string, string>; reason: string }[] = [];
      await each({ state: 'refused' }, (items, nameOf) => {
        for (const item of items) {
          const { read, label, reason } = wordsOf(item, nameOf);
          for (const { pointer } of item.cells) fields.set(pointer, label(pointer));
          const values = new Map(item.cells.map(({ pointer, after }) => [pointer, read(pointer, after)]));
          refused.push({ item, values, reason });
        }
      });
      const columns = [...start, ...[...fields.values(), say('export.reason')].map(textColumn)];
      const rows = refused.map(({ item, values, reason }) => [
        ...startOf(item),
        ...[...fields.keys()].map((pointer) => values.get(pointer) ?? null),
        reason,
      ]);
      await save({ name, columns, rows }, say('export.reasons'));
    },
  };
}
