import { fieldsOf } from '@/app/form/fields/fields-of';
import { useFieldGroup } from '@/app/form/engine/use-record-field';
import { useRecordValue } from '@/app/form/engine/record-context';
import { Section } from '@/app/form/section';
import { useTextOf } from '@/app/i18n/i18n';
import { isObject } from '@/record/json';
import { Banner } from '@/ui/display/banner';
import { Checks, Fields } from '@/ui/layout/form-section';
import { knownAllergens, knownFlags, plu } from '../contract';
import styles from './plu.module.css';

const f = fieldsOf(plu);
const flagsPath: readonly string[] = ['data', 'flags'];

/** Fields for what happens when the product is sold: flags, tags and allergens. */
export function Kitchen() {
  const say = useTextOf('plu');
  const flags = useRecordValue(flagsPath);
  const known: readonly string[] = knownFlags;
  const others = isObject(flags) ? Object.keys(flags).filter((flag) => !known.includes(flag)) : [];
  const problem = useFieldGroup({
    path: flagsPath,
    label: say('data.flags'),
    kind: 'choice',
    show: () => '',
  });
  return (
    <Section id="kitchen">
      {problem && <Banner kind="danger">{problem}</Banner>}
      <div className={styles.flags}>
        <p className="med ink">{say('data.flags')}</p>
        <Checks>
          {[...known, ...others].map((flag) => (
            <f.Check
              key={flag}
              name={`data.flags.${flag}`}
              path={[...flagsPath, flag]}
              label={known.includes(flag) ? say(`flag.${flag}`) : flag}
            />
          ))}
        </Checks>
      </div>
      <Fields>
        <f.Tags name="data.tags" span={12} addLabel={say('tag.add')} />
        <f.Pills name="data.allergies" span={12} options={knownAllergens} />
      </Fields>
    </Section>
  );
}
