import { useQuery } from '@tanstack/react-query';
import { useApp } from '../../shell/app-context';
import { additionalFieldsQuery, type AdditionalField } from '../../data/additional-fields';
import { isArray, isObject, valueAt } from '@/record/json';
import { Fields } from '@/ui/layout/form-section';
import { DayInput, NumberInput, SelectInput, SwitchInput, TextInput } from './fields';
import { useRecord, useRecordContext } from '../engine/record-context';
import { useFormText } from '../texts';
import { Section } from '../section';

/**
 * Sections for the fields that the company or an ancestor has defined for this resource
 * (`company.data.additional_fields`, docs/design.md#12-nothing-is-lost), one per group. Values are stored in
 * `data.additional_fields` by the field's GUID.
 */
export function AdditionalFields() {
  const say = useFormText();
  const { current } = useApp();
  const { resource } = useRecordContext();
  const { data = [] } = useQuery(additionalFieldsQuery(current));
  const fields = data.filter(({ entity }) => entity === resource.name);
  const groups = [...new Set(fields.map(({ group }) => group))];
  return groups.map((group, index) => (
    <Section
      key={group}
      id={`additional-${group}`}
      slot="additional"
      index={index}
      title={group || say('additional.title')}
      of="data.additional_fields"
    >
      <Fields>
        {fields
          .filter((field) => field.group === group)
          .map((field) => (
            <AdditionalInput key={field.id} field={field} />
          ))}
      </Fields>
    </Section>
  ));
}

/** The control for a field's type. A value that it cannot show is left to "Other fields" unchanged. */
function AdditionalInput({ field }: { field: AdditionalField }) {
  const { id, name, type, options } = field;
  const path = ['data', 'additional_fields', id];
  const isDeep = useRecord(({ current }) => {
    const value = valueAt(current, path);
    return isObject(value) || isArray(value);
  });
  if (isDeep) return null;
  const spec = { name: path.join('.'), path, label: name, span: 6 };
  if (type === 'number') return <NumberInput {...spec} span={3} />;
  if (type === 'date') return <DayInput {...spec} span={3} />;
  if (type === 'switch') return <SwitchInput {...spec} />;
  if (type === 'choice') return <SelectInput {...spec} open clearable options={options} labelOf={asItIs} />;
  return <TextInput {...spec} />;
}

const asItIs = (value: string): string => value;
