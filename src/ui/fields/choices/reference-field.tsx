import { useEffect, useRef, useState } from 'react';
import { Combo, type ComboOption } from './combo';
import { Field, type FieldProps } from '../field';
import { useUiStrings } from '../../display/ui-strings';
import { searchPace } from '../search-pace';

/** A record that a reference can point to. */
export interface Reference {
  id: string;
  label: string;
  /** Muted text on the right: its code. */
  detail?: string | undefined;
  /** Owned by a parent company. */
  locked?: boolean | undefined;
}

/** The value of a reference field, and the search that it offers. */
export interface ReferenceSource {
  value: string | null;
  /** The name of the record that `value` points to, if it is known. */
  display: string;
  onChange: (id: string | null, reference: Reference | undefined) => void;
  /** Finds records; called as somebody types, and with '' when the list opens. */
  search: (query: string) => Promise<readonly Reference[]>;
  /** Makes a record of the typed name where none is called so; `hint` is shown where there is none at all. */
  create?:
    | { label: (name: string) => string; hint: string; make: (name: string) => Promise<Reference | null> }
    | undefined;
}

/** The option that makes a record. */
const fresh = ' ';

/** Shown in place of a label that is still being read. */
export const unknownYet = '…';

/** Returns the label of the record; one that was picked just now is known before it is read. */
const shownLabel = (display: string, picked: string | undefined): string =>
  (display === unknownYet && picked) || display || (picked ?? '');

/** Search behind a reference field; only the newest answer counts. Returns the props of its `Combo`. */
export function useReference({ value, display, onChange, search, create }: ReferenceSource) {
  const strings = useUiStrings();
  const [matches, setMatches] = useState<readonly Reference[]>([]);
  const [state, setState] = useState<'busy' | 'ready' | 'failed'>('busy');
  const [picked, setPicked] = useState<Reference>();
  const requestCount = useRef(0);
  const [pace] = useState(searchPace);
  useEffect(() => pace.cancel, [pace]);

  const [typed, setTyped] = useState('');

  const runSearch = (text: string) => {
    setTyped(text.trim());
    requestCount.current += 1;
    const request = requestCount.current;
    setState('busy');
    pace.run(() => {
      search(text.trim()).then(
        (answer) => {
          if (request !== requestCount.current) return;
          setMatches(answer);
          setState('ready');
        },
        () => {
          if (request !== requestCount.current) return;
          setMatches([]);
          setState('failed');
        },
      );
    });
  };
  const isKnown = matches.some(({ label }) => label.toLocaleLowerCase() === typed.toLocaleLowerCase());
  const isOffered = create !== undefined && state === 'ready' && typed !== '' && !isKnown;
  const options: ComboOption[] = [
    ...matches.map(({ id, ...rest }) => ({ ...rest, value: id })),
    ...(isOffered ? [{ value: fresh, label: create.label(typed) }] : []),
  ];
  const pick = (reference: Reference) => {
    setPicked(reference);
    onChange(reference.id, reference);
  };
  const message =
    state === 'failed'
      ? { text: strings.searchFailed, failed: true }
      : options.length > 0
        ? undefined
        : {
            text:
              state === 'busy'
                ? strings.loading
                : create && typed === ''
                  ? create.hint
                  : strings.nothingFound,
          };
  return {
    value,
    shown: shownLabel(display, picked?.id === value ? picked?.label : undefined) || (value ?? ''),
    options,
    message,
    busy: state === 'busy',
    onSearch: runSearch,
    onPick: (option: ComboOption) => {
      const reference = matches.find((each) => each.id === option.value);
      if (reference) pick(reference);
      else if (option.value === fresh) void create?.make(typed).then((made) => made && pick(made));
    },
    onClear: () => onChange(null, undefined),
  };
}

/** Field for a reference to another record, with a search. Keys: arrows, Enter, Escape; leaving it empty clears it. */
export function ReferenceField(
  props: Omit<FieldProps<string | null>, 'onChange'> &
    ReferenceSource & { clearable?: boolean | undefined; placeholder?: string | undefined },
) {
  const {
    value,
    display,
    onChange,
    search,
    create,
    onBlur,
    ref,
    clearable = !props.required,
    placeholder,
    ...frame
  } = props;
  const reference = useReference({ value, display, onChange, search, create });
  return (
    <Field frame={frame} plain={reference.shown}>
      {(control) => (
        <Combo
          {...reference}
          control={control}
          onClear={clearable ? reference.onClear : undefined}
          placeholder={placeholder}
          onBlur={onBlur}
          ref={ref}
        />
      )}
    </Field>
  );
}
