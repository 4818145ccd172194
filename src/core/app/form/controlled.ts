import type { ControllerFieldState, ControllerRenderProps, FieldPath, FieldValues } from 'react-hook-form';

/** The props of a field of the kit, for a value that a `Controller` of React Hook Form renders. */
export const controlled = <Values extends FieldValues, Name extends FieldPath<Values>>({
  field,
  fieldState,
}: {
  field: ControllerRenderProps<Values, Name>;
  fieldState: ControllerFieldState;
}) => ({ ...field, error: fieldState.error?.message });
