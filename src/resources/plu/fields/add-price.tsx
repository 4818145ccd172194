import { useRecordContext } from '@/core/app/form/engine/record-context';
import { useSearch } from '@/core/app/form/fields/reference-input';
import { useTextOf } from '@/core/app/i18n/i18n';
import { Fields } from '@/core/ui/layout/form-section';
import { ReferenceField } from '@/core/ui/fields/choices/reference-field';

/** Select field for a price list on which the product has no price yet. */
export function AddPrice({ usedLists, onDone }: { usedLists: readonly string[]; onDone: () => void }) {
  const say = useTextOf('plu');
  const form = useRecordContext();
  const search = useSearch('pricelist');
  return (
    <Fields>
      <ReferenceField
        span={6}
        label={say('price.which')}
        value={null}
        display=""
        clearable={false}
        search={async (typed) => (await search(typed)).filter(({ id }) => !usedLists.includes(id))}
        onChange={(id) => {
          if (id !== null) form.set(['data', 'prices', id], { type: 'price', amount: '' });
          onDone();
        }}
        onBlur={onDone}
      />
    </Fields>
  );
}
