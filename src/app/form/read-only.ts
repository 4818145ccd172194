import { createContext } from 'react';
import { useApp } from '../shell/app-context';
import { useRecord, useRecordContext } from './engine/record-context';
import { useFormText } from './texts';

/** The section under whose title a form says why it cannot be edited; '' for none. */
export const ReasonSectionContext = createContext('');

/** Returns whether the record is a parent company's, and the company's name if it is known. */
export function useParentOwner(): { name: string | undefined } | undefined {
  const { me } = useApp().current;
  const owner = useRecord((state) => state.base['company_id']);
  if (me === null || typeof owner !== 'string' || owner === me.company.id) return undefined;
  const { parent } = me.company;
  return { name: owner === parent?.id ? parent.name : undefined };
}

/** Returns why the form cannot be edited, in words; undefined if it can. */
export function useReadOnlyReason(): string | undefined {
  const say = useFormText();
  const { readOnly } = useRecordContext();
  const owner = useParentOwner();
  if (!readOnly) return undefined;
  if (!owner) return say('readOnly.role');
  return owner.name === undefined
    ? say('readOnly.parentUnknown')
    : say('readOnly.parent', { company: owner.name });
}
