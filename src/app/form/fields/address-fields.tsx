import { ifSeen } from '../engine/field-rights';
import { TextInput as Text } from './fields';

const TextInput = ifSeen(Text);

/** The fields of a postal address at `data.address` (docs/interface.md#23-customer-customer), which fill two lines. */
export function AddressFields() {
  return (
    <>
      <TextInput name="data.address.street" span={12} />
      <TextInput name="data.address.postal_code" span={3} />
      <TextInput name="data.address.city" span={5} />
      <TextInput name="data.address.country" span={4} />
    </>
  );
}
