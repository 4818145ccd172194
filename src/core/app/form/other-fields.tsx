import { useLayoutEffect, useState, useSyncExternalStore } from 'react';
import { pointerOf } from '../../contract/problem';
import { AddButton } from '../../ui/button';
import { JsonField } from '../../ui/json-field';
import { isObject, jsonText, parseJson, valueAt, type JsonObject } from '../record/json';
import { useBound } from './bound';
import { useFormText, useRecordStore, useValue } from './form-context';
import { Section } from './section';
import { uncovered, withUncovered } from './uncovered';
import { isServerOwned } from './validate';

const data: readonly string[] = ['data'];
const indent = 2;

/** What `data` carries beside the fields of this form: shown as JSON, edited as JSON, never lost. */
export function OtherFields() {
  const say = useFormText();
  const rest = useUncovered();
  const [open, setOpen] = useState(false);
  const empty = Object.keys(rest).length === 0;
  const store = useRecordStore();
  if (empty && store.readOnly) return null;
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
  const store = useRecordStore();
  const say = useFormText();
  // What is typed, and the value it stands for: a value that comes from elsewhere takes its place.
  const [draft, setDraft] = useState<{ text: string; means: string }>();
  const written = jsonText(rest, indent);
  const text = draft && draft.means === written ? draft.text : written;
  const field = useBound({ path: data, label: say('other.label'), show: () => '' });
  useLayoutEffect(() => () => store.hold('/data', undefined), [store]);

  const type = (typed: string) => {
    const read = readObject(typed);
    if (isObject(read)) {
      const current = valueAt(store.get().current, data);
      store.set(data, withUncovered(isObject(current) ? current : {}, rest, read));
      setDraft({ text: typed, means: jsonText(read, indent) });
      store.hold('/data', undefined);
    } else {
      setDraft({ text: typed, means: written });
      store.hold('/data', { pointer: '/data', code: read, detail: 'Must be a JSON object' });
    }
  };
  const count = Object.keys(rest).length;
  return (
    <JsonField
      name={pointerOf(data)}
      label={say('other.label')}
      value={text}
      onChange={type}
      onBlur={field.leave}
      error={field.error}
      help={say('other.valid', { count })}
      readOnly={field.readOnly}
    />
  );
}

function readObject(text: string): JsonObject | 'no_json' | 'not_object' {
  try {
    const value = text.trim() === '' ? {} : parseJson(text);
    return isObject(value) ? value : 'not_object';
  } catch {
    return 'no_json';
  }
}

/** The keys of `data` that nothing on the page edits. */
function useUncovered(): JsonObject {
  const store = useRecordStore();
  const value = useValue(data);
  useSyncExternalStore(store.subscribeFields, store.fieldCount);
  if (!isObject(value)) return {};
  return uncovered(value, (path) => {
    const full = ['data', ...path];
    if (isServerOwned(store.resource, full)) return 'all';
    return store.covers(pointerOf(full));
  });
}
