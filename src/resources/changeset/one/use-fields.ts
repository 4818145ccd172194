import { useRef } from 'react';
import type { SetItem } from '@/core/app/changes/change-sets';
import { usePageText, useTexts } from '@/core/app/i18n/i18n';
import { useFormat } from '@/core/app/i18n/use-format';
import { labelOf } from '@/core/app/record/value-words';
import { useApp } from '@/core/app/shell/app-context';
import { pathOf } from '@/core/contract/problem';
import { texts } from '../texts';

/** Returns the fields of the items that are shown, by pointer, with their labels; a filter keeps those seen before. */
export function useFields(items: readonly SetItem[]): ReadonlyMap<string, string> {
  const { screens, recordLabels } = useApp();
  const say = usePageText('changeset/pages', texts);
  const sayOf = useTexts();
  const format = useFormat();
  const seen = useRef(new Map<string, string>());
  const fields = new Map<string, string>();
  for (const { resource, cells } of items) for (const { pointer } of cells) fields.set(pointer, resource);
  /* oxlint-disable react/refs -- what was seen only grows, and shows no later than what is being rendered */
  for (const [pointer, resource] of fields) seen.current.set(pointer, resource);
  const pricelist = screens['pricelist']?.contract;
  const nameOf = (id: string) => {
    const name = pricelist && recordLabels.get(pricelist, id)?.['name'];
    return typeof name === 'string' ? name : undefined;
  };
  return new Map(
    [...seen.current].map(([pointer, resource]) => [
      pointer,
      labelOf(pathOf(pointer), {
        resource: screens[resource]?.contract,
        say: sayOf(resource),
        tell: say,
        format,
        nameOf,
      }),
    ]),
  );
  /* oxlint-enable react/refs */
}
