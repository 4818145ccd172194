import type { ChangeSet } from '@/app/changes/change-sets';
import { SetChip } from '@/app/log/log-chips';
import { usePageText } from '@/app/i18n/i18n';
import { useFormat } from '@/app/i18n/use-format';
import { Facet as FacetButton, FacetGroup, Facets as FacetList } from '@/ui/display/facets';
import { SearchBox } from '@/ui/fields/search-box';
import { texts } from '../texts';
import { facetsOf, type Facet } from './sections';
import { cx } from '@/ui/style/cx';
import styles from './heads.module.css';

/** The filters above the table: states and warnings with their counts, the field, and the search. */
export function Facets(props: {
  set: ChangeSet;
  changedSince: number;
  facet: Facet;
  onFacet: (facet: Facet) => void;
  q: string;
  onSearch: (q: string) => void;
  /** The fields that have been seen, by their pointer, with their labels. */
  fields: ReadonlyMap<string, string>;
  field: string | null;
  onField: (field: string | null) => void;
}) {
  const { set, changedSince, facet, onFacet, q, onSearch, fields, field, onField } = props;
  const say = usePageText('changeset/pages', texts);
  const format = useFormat();
  const groups = facetsOf(set, changedSince);
  return (
    <div className={cx('sideways', styles.facets)}>
      <FacetList label={say('facets')}>
        {groups.map((group, n) => (
          <FacetGroup key={n === 0 ? 'states' : 'warnings'}>
            {n > 0 && group.length > 0 && <span className="vr" />}
            {group.map(({ facet: name, label, count, color }) => (
              <FacetButton
                key={name}
                color={color}
                count={format.count(count)}
                pressed={facet === name}
                onClick={() => onFacet(facet === name ? 'all' : name)}
              >
                {say(label)}
              </FacetButton>
            ))}
          </FacetGroup>
        ))}
      </FacetList>
      <span className="grow" />
      {fields.size > 1 && (
        <SetChip
          label={say('filter.field')}
          values={[...fields.keys()]}
          text={(pointer) => fields.get(pointer) ?? pointer}
          chosen={field === null ? [] : [field]}
          onChange={(chosen) => onField(chosen.at(-1) ?? null)}
        />
      )}
      <div className={styles.search}>
        <SearchBox
          value={q}
          onChange={onSearch}
          label={say('searchItems')}
          placeholder={say('searchItemsHint')}
        />
      </div>
    </div>
  );
}
