import { Controller, type Control } from 'react-hook-form';
import { TextAreaField } from '../../../ui/fields/text-field';
import { controlled } from '../../../ui/fields/field';

/** The form values of a dialog that asks for a reason. */
export interface Reason {
  reason: string;
}

/** Required reason of a dialog; `missing` is the error message without one. */
export function ReasonField(props: { control: Control<Reason>; label: string; missing: string }) {
  const { control, label, missing } = props;
  return (
    <Controller
      control={control}
      name="reason"
      rules={{ validate: (reason) => reason.trim() !== '' || missing }}
      render={(field) => <TextAreaField {...controlled(field)} label={label} rows={3} required />}
    />
  );
}
