import { useState, type RefObject } from 'react';
import { useApp } from '../shell/app-context';
import { pathOf } from '@/contract/pointer';
import { useRecordContext } from '../form/engine/record-context';
import { textOf } from '../form/engine/number-text';
import { isOwnedByParent } from '../grid/selection/owned-by-parent';
import { mayReadChanges } from './field-changes';
import { useWhoseKeys } from './use-whose-keys';
import { WhoseChange, type WhoseChangeOf } from './whose-change';

/** "Whose change" in a form: a right click on a field, or `Alt` in it. What is put back is saved with the form. */
export function FormWhoseChange({ within }: { within: RefObject<HTMLElement | null> }) {
  const { current, screens } = useApp();
  const record = useRecordContext();
  const [of, setOf] = useState<(WhoseChangeOf & { control: HTMLElement }) | null>(null);

  useWhoseKeys(within, (target) => {
    const control = controlOf(target);
    const field = control && record.fields.fieldAt(control.name);
    const { base, isNew } = record.get();
    if (!control || !field || isNew || !mayReadChanges(current.me, record.resource)) return false;
    const path = pathOf(field.pointer);
    const [top = ''] = path;
    setOf({
      control: control.element,
      resource: record.resource,
      id: textOf(base['id']),
      pointer: field.pointer,
      label: field.label,
      element: control.element,
      isOwned: isOwnedByParent(base['company_id'], current.me?.company.id ?? null),
      references:
        path.length === 1 ? screens[record.resource.fields[top]?.references ?? '']?.contract : undefined,
      show: field.show,
      putBack: record.readOnly ? undefined : (value) => record.set(path, value ?? undefined),
    });
    return true;
  });

  if (!of) return null;
  return (
    <WhoseChange
      key={`${of.id}${of.pointer}`}
      of={of}
      onClose={(isKey) => {
        setOf(null);
        if (isKey) of.control.focus({ preventScroll: true });
      }}
    />
  );
}

/** Returns the control around an element, or that a label is for: the fields of a form are named by their pointer. */
function controlOf(target: Element): { element: HTMLElement; name: string } | null {
  const label = target.closest('label');
  const own = target.closest('[name^="/"]') ?? label?.control ?? label?.querySelector('[name^="/"]') ?? null;
  const name = own?.getAttribute('name');
  return own instanceof HTMLElement && name?.startsWith('/') ? { element: own, name } : null;
}
