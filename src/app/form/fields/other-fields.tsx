import { useState, useSyncExternalStore } from 'react';
import { pointerOf } from '@/contract/pointer';
import { AddButton } from '@/ui/display/button';
import { JsonField } from '@/ui/fields/json-field';
import { sameText } from '@/record/diff';
import { isObject, jsonText, type JsonObject } from '@/record/json';
import { readJsonObject } from '../engine/record-resolver';
import { useJsonText } from '../engine/use-record-field';
import { useFieldRights } from '../engine/field-rights';
import { useRecordContext, useRecordValue } from '../engine/record-context';
import { useFormText } from '../texts';
import { Section } from '../section';
import { unmappedFields, withUnmappedFields } from './unmapped-fields';
import { isServerOwned } from '../engine/validate';

const data: readonly string[] = ['data'];
const indent = 2;

/** JSON editor for everything in `data` that no field of the form edits, so that nothing is lost. */
export function OtherFields() {
  const say = useFormText();
  const rest = useUnmappedFields();
  const [open, setOpen] = useState(false);
  const empty = Object.keys(rest).length === 0;
  const form = useRecordContext();
  const right = useFieldRights()('data');
  if (right === 'none' || (empty && (form.readOnly || right === 'read'))) return null;
  return (
    <Section id="other" title={say('other.title')} text={say('other.text')}>
      {empty && !open ? (
        <div>
          <AddButton onClick={() => setOpen(true)}>{say('other.add')}</AddButton>
        </div>
      ) : (
        <OtherJson rest={rest} />
      )}
    </Section>
  );
}

function OtherJson({ rest }: { rest: JsonObject }) {
  const form = useRecordContext();
  const say = useFormText();
  const right = useFieldRights()('data');
  const field = useJsonText(say('other.label'));
  const { text = '' } = field;
  const read = field.text === undefined ? rest : readJsonObject(text);
  // Typed text is kept while it equals the stored value or is invalid. Values set from elsewhere replace it.
  const isTyped = field.text !== undefined && (!isObject(read) || sameText(read, rest));

  const type = (typed: string) => {
    field.set(typed);
    const next = readJsonObject(typed);
    if (!isObject(next)) return;
    const { current } = form.get();
    const data = current['data'];
    form.assign({ ...current, data: withUnmappedFields(isObject(data) ? data : {}, rest, next) });
  };
  const count = Object.keys(rest).length;
  return (
    <JsonField
      name="/data"
      label={say('other.label')}
      value={isTyped ? text : jsonText(rest, indent)}
      onChange={type}
      onBlur={field.leave}
      error={field.error}
      help={say('other.valid', { count })}
      readOnly={form.readOnly || right === 'read'}
    />
  );
}

/** Returns the part of `data` that no control on the page edits. */
function useUnmappedFields(): JsonObject {
  const form = useRecordContext();
  const value = useRecordValue(data);
  useSyncExternalStore(form.fields.subscribe, form.fields.version);
  if (!isObject(value)) return {};
  return unmappedFields(value, (path) => {
    const full = ['data', ...path];
    if (isServerOwned(form.resource, full)) return 'all';
    return form.fields.covers(pointerOf(full));
  });
}
