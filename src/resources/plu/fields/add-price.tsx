import { pointerOf } from '@/core/contract/problem';
import { focusField } from '@/core/app/form/engine/focus';
import { useRecordContext } from '@/core/app/form/engine/record-context';
import { useSearch } from '@/core/app/form/fields/reference-input';
import { useTextOf } from '@/core/app/i18n/i18n';
import { afterPress } from '@/core/ui/state/after-press';
import { Fields } from '@/core/ui/layout/form-section';
import { ReferenceField } from '@/core/ui/fields/choices/reference-field';

/** The amount is what is left to type; the row's first cells are its list and its kind. */
const focusAmount = (id: string) => setTimeout(() => focusField(pointerOf(['data', 'prices', id, 'amount'])));

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
          onDone();
          if (id === null) return;
          form.set(['data', 'prices', id], { type: 'price', amount: '' });
          focusAmount(id);
        }}
        onBlur={() => afterPress(onDone)}
        ref={focusNow}
      />
    </Fields>
  );
}

const focusNow = (input: HTMLInputElement | null) => input?.focus();
