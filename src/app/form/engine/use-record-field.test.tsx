import { useLayoutEffect, type ReactNode } from 'react';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { z } from 'zod';
import { UiProvider } from '@/ui/layout/provider';
import { testStrings } from '@/testing/app/ui';
import { defineResource, field } from '@/contract/resource';
import { masterData } from '@/contract/role';
import { address, settings, text } from '@/contract/values';
import { AppContext, type App } from '../../shell/app-context';
import { createI18n, Texts } from '../../i18n/i18n';
import { jsonText, parseRecord, type Json } from '@/record/json';
import { Formats } from '../../i18n/use-format';
import { TextCell } from '../fields/cells';
import { NumberInput, TextInput } from '../fields/fields';
import { textOf } from './number-text';
import type { FieldPath } from './form-values';
import { RecordContext } from './record-context';
import { useFieldGroup, useRecordField } from './use-record-field';
import { useRecordForm, type RecordForm } from './use-record-form';
import { useRecordList } from './use-record-list';

const thing = defineResource({
  name: 'thing',
  description: 'A thing with a list of objects.',
  fields: { memo: field(text(), '') },
  data: settings({ address: address(), units: z.array(z.unknown()), cost: z.number() }),
  filters: [],
  sorts: [],
  shared: true,
  access: masterData,
});

afterEach(cleanup);

let form: RecordForm;
const stored = () => jsonText(form.get().current);

/** Renders the form of a record in English. */
async function show(json: string, children: ReactNode) {
  const i18n = await createI18n({}, 'en');
  // The fields use only the company's clock and currency.
  const app = { current: { me: null } } as App;
  function Form() {
    const made = useRecordForm({
      resource: thing,
      base: parseRecord(json),
      etag: null,
      isNew: false,
      readOnly: false,
    });
    useLayoutEffect(() => {
      form = made;
    });
    return <RecordContext value={made}>{children}</RecordContext>;
  }
  render(
    <Texts i18n={i18n}>
      <AppContext value={app}>
        <Formats>
          <UiProvider strings={testStrings} env="test">
            <Form />
          </UiProvider>
        </Formats>
      </AppContext>
    </Texts>,
  );
}

const drawn = new Map<string, number>();

/** An input that counts its renders. */
function Counted({ path }: { path: FieldPath }) {
  const label = path.join('.');
  drawn.set(label, (drawn.get(label) ?? 0) + 1);
  const { value, set, blur } = useRecordField({ path, label, show: textOf });
  return (
    <input
      aria-label={label}
      value={textOf(value)}
      onBlur={blur}
      onChange={(event) => set(event.target.value)}
    />
  );
}

function Units() {
  const path = ['data', 'units'];
  const { rows, append, remove } = useRecordList(path);
  const problem = useFieldGroup({ path, label: 'Units', show: () => '' });
  return (
    <>
      <output>{problem}</output>
      {rows.map((row) => (
        <p key={row.key}>
          <TextCell path={[...row.path, 'name']} label={`Name ${row.index}`} />
          <button type="button" onClick={() => remove(row)}>{`Remove ${row.index}`}</button>
        </p>
      ))}
      <button type="button" onClick={() => append({ name: '', value: '' })}>
        Add
      </button>
    </>
  );
}

const box = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name });
const type = (name: string, value: string) => fireEvent.change(box(name), { target: { value } });
const click = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

test('typing in one field draws no other one again', async () => {
  const paths = [
    ['name'],
    ['memo'],
    ['data', 'address', 'city'],
    ['data', 'address', 'zip'],
    ['data', 'a.b'],
  ];
  await show(
    '{"name":"A","data":{"address":{"city":"Oulu"}}}',
    paths.map((path) => <Counted key={path.join()} path={path} />),
  );
  for (const path of paths) {
    const label = path.join('.');
    const before = new Map(drawn);
    for (const letter of ['x', 'xy', 'xyz']) type(label, letter);
    fireEvent.blur(box(label));
    await act(async () => {});
    const again = [...drawn].filter(([name, count]) => count !== before.get(name)).map(([name]) => name);
    expect(again).toEqual([label]);
  }
  expect(stored()).toBe(
    '{"name":"xyz","data":{"address":{"city":"xyz","zip":"xyz"},"a.b":"xyz"},"memo":"xyz"}',
  );
});

test('a list of rows is made when there is none, and keeps its rows apart while others go', async () => {
  await show('{"name":"A","data":{}}', <Units />);
  for (const name of ['one', 'two', 'three']) {
    click('Add');
    await act(async () => {});
    type(`Name ${screen.getAllByRole('textbox').length - 1}`, name);
  }
  const third = box('Name 2');
  click('Remove 0');
  await act(async () => {});
  // The same input, with its typed text, at its new position.
  expect(box('Name 1')).toBe(third);
  type('Name 1', 'last');
  expect(stored()).toBe(
    '{"name":"A","data":{"units":[{"name":"two","value":""},{"name":"last","value":""}]}}',
  );
  await act(async () => form.discard());
  expect(screen.queryAllByRole('textbox')).toEqual([]);
  expect(form.get().changes).toEqual([]);
});

test('a save keeps the focus in a row, and the rows are known as a list after it', async () => {
  await show('{"name":"A","data":{"units":[{"id":"7","name":"one","n":1.10},{"name":"two"}]}}', <Units />);
  box('Name 0').focus();
  type('Name 0', 'first');
  const sent = form.get().current;
  await act(async () => form.saved(sent, sent, '"2"'));
  expect(document.activeElement).toBe(box('Name 0'));
  expect(form.get().changes).toEqual([]);
  click('Remove 1');
  await act(async () => {});
  expect(stored()).toBe('{"name":"A","data":{"units":[{"id":"7","name":"first","n":1.10}]}}');
});

test('what the service refuses of a row or the whole list is said at the list, until a row of it changes', async () => {
  await show('{"name":"A","data":{"units":[{"name":"one"}]}}', <Units />);
  const said = () => screen.getByRole('status').textContent;
  for (const pointer of ['/data/units', '/data/units/0']) {
    act(() => form.refuse([{ pointer, code: 'no_such_code', detail: 'Not like this' }]));
    expect(said()).toBe('Not like this');
    type('Name 0', `not ${pointer}`);
    expect(said()).toBe('');
  }
  act(() => form.refuse([{ pointer: '/data/units/0/name', code: 'no_such_code', detail: 'Not so' }]));
  expect(said()).toBe('');
  expect(box('Name 0').getAttribute('aria-invalid')).toBe('true');
});

test('a list with elements that are no objects keeps each of them', async () => {
  await show('{"name":"A","data":{"units":[null,{"name":"one"},"x",0]}}', <Units />);
  expect(form.get().changes).toEqual([]);
  type('Name 1', 'first');
  click('Add');
  click('Remove 2');
  expect(stored()).toBe('{"name":"A","data":{"units":[null,{"name":"first"},0,{"name":"","value":""}]}}');
});

test('a field below what is no object shows nothing, and changes nothing until it is typed in', async () => {
  const shapes: Json[] = ['Oulu', null, true];
  for (const shape of shapes) {
    await show(
      `{"name":"A","data":{"address":${jsonText(shape)}}}`,
      <TextInput name="data.address.city" label="City" />,
    );
    expect([box('City').value, form.get().changes]).toEqual(['', []]);
    fireEvent.blur(box('City'));
    expect(form.get().changes).toEqual([]);
    type('City', 'Turku');
    expect(stored()).toBe('{"name":"A","data":{"address":{"city":"Turku"}}}');
    expect(box('City').value).toBe('Turku');
    cleanup();
  }
});

test('a problem goes with the typing that corrects it, and the number keeps its digits', async () => {
  await show('{"name":"A","data":{"cost":1.10}}', <NumberInput name="data.cost" label="Cost" />);
  type('Cost', 'x');
  fireEvent.blur(box('Cost'));
  await act(async () => {});
  expect(box('Cost').getAttribute('aria-invalid')).toBe('true');
  type('Cost', '3.10');
  await act(async () => {});
  expect(box('Cost').getAttribute('aria-invalid')).toBeNull();
  expect(stored()).toBe('{"name":"A","data":{"cost":3.10}}');
  type('Cost', '1.1');
  expect(form.get().changes).toEqual([]);
});
