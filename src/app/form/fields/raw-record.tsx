import { serverOwned } from '@/contract/resource';
import { JsonViewer } from '../../json-viewer/json-viewer';
import { useGenericServerText } from '../../generic-server/generic-server-text';
import { useRecord, useRecordContext, useResourceText } from '../engine/record-context';
import { Section } from '../section';

/**
 * On a generic server: read-only view of the record's top-level fields that no contract knows
 * (docs/design.md#6-servers-that-this-project-did-not-write).
 */
export function RawRecord() {
  const form = useRecordContext();
  const say = useGenericServerText();
  const text = useResourceText();
  const base = useRecord((state) => state.base);
  const known = new Set([
    'id',
    'active',
    'data',
    ...Object.keys(serverOwned),
    ...Object.keys(form.resource.fields),
  ]);
  const rest = Object.fromEntries(Object.entries(base).filter(([key]) => !known.has(key)));
  if (Object.keys(rest).length === 0) return null;
  const nameOf = (key: string) => {
    const label = text(key);
    return label === key ? undefined : label;
  };
  return (
    <Section id="as-it-came" title={say('asItCame')} text={say('asItCameText')}>
      <JsonViewer value={rest} label={say('asItCame')} nameOf={nameOf} />
    </Section>
  );
}
