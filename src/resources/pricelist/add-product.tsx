import { useQueryClient } from '@tanstack/react-query';
import { useApp } from '@/core/app/shell/app-context';
import { recordLabelQuery } from '@/core/app/data/queries';
import { useSearch } from '@/core/app/form/fields/reference-input';
import { useTextOf } from '@/core/app/i18n/i18n';
import { ReferenceField } from '@/core/ui/fields/choices/reference-field';
import { Fields } from '@/core/ui/layout/form-section';
import { afterPress } from '@/core/ui/state/after-press';
import { plu } from '../plu/contract';
import { priceIn, type Product } from './price-writes';

/** Select field for a product that gets a price on the list. `onDone` receives it, or null if none was chosen. */
export function AddProduct({ list, onDone }: { list: string; onDone: (row: Product | null) => void }) {
  const say = useTextOf('pricelist');
  const { source, current } = useApp();
  const queries = useQueryClient();
  const search = useSearch(plu.name, (row) => ({
    label: typeof row['name'] === 'string' ? row['name'] : row.id,
    detail: typeof row['productid'] === 'string' ? row['productid'] : undefined,
  }));
  const read = async (id: string) =>
    (await queries.fetchQuery(recordLabelQuery(source, plu, id))) as unknown as Product | null;
  return (
    <Fields>
      <ReferenceField
        span={6}
        label={say('prices.which')}
        value={null}
        display=""
        clearable={false}
        // A parent company's product has its prices there.
        search={async (typed) => (await search(typed)).filter(({ locked }) => !locked || current.me === null)}
        onChange={(id) => {
          if (id === null) return onDone(null);
          read(id).then(
            (row) => onDone(row && !priceIn(row, list) ? row : null),
            () => onDone(null),
          );
        }}
        onBlur={() => afterPress(() => onDone(null))}
        ref={focusNow}
      />
    </Fields>
  );
}

const focusNow = (input: HTMLInputElement | null) => input?.focus();
