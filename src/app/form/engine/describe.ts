import { useIsFetching } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useLanguage } from '@/app/i18n/i18n';
import { pathOf, pointerOf } from '@/contract/pointer';
import { isArray, isObject, jsonText, type Json, type JsonObject, type Path } from '@/record/json';
import { useRecordContext, useResourceText } from './record-context';
import { useFormText } from '../texts';
import { textOf } from './number-text';
import type { ValueKind } from './problem-text';

/** Labels of places in the record, and their values as text. */
export interface Describer {
  label(path: Path): string;
  value(path: Path, value: Json | undefined): string;
  kind(path: Path): ValueKind | undefined;
}

/**
 * Renders again when the names of referenced records have loaded, or the language has changed: controls report their names
 * and labels only after they have rendered.
 */
function useReported(): void {
  const fetching = useIsFetching() > 0;
  const { language } = useLanguage();
  const [, setReported] = useState({ language });
  useEffect(() => {
    if (fetching) return undefined;
    const timer = setTimeout(() => setReported({ language }));
    return () => clearTimeout(timer);
  }, [fetching, language]);
}

/**
 * Returns a describer that uses the label of the control at a place; a place without a control is labelled by its
 * text, or by its path.
 */
export function useDescribe(): Describer {
  const form = useRecordContext();
  const text = useResourceText();
  const say = useFormText();
  useReported();
  /** Returns the object's fields by their labels; undefined if one of them has no control. */
  const inWords = (path: Path, value: JsonObject): string | undefined => {
    const fields = Object.entries(value).map(([key, child]) => {
      const pointer = pointerOf([...path, key]);
      const field = form.fields.fieldAt(pointer);
      return field?.pointer === pointer ? `${field.label} ${field.show(child)}` : undefined;
    });
    return fields.includes(undefined) ? undefined : fields.join(', ');
  };
  return {
    label(path) {
      const pointer = pointerOf(path);
      const field = form.fields.fieldAt(pointer);
      if (field?.pointer === pointer) return field.label;
      const key = path.join('.');
      const label = text(key);
      if (label !== key) return label;
      if (!field || field.pointer === '/data') return (path[0] === 'data' ? path.slice(1) : path).join(' / ');
      const rest = path.slice(pathOf(field.pointer).length);
      return [field.label, field.nameOf?.(rest)].join(': ');
    },
    value(path, value) {
      const pointer = pointerOf(path);
      const field = form.fields.fieldAt(pointer);
      if (field?.pointer === pointer && pointer !== '/data') return field.show(value);
      if (typeof value === 'boolean') return say(value ? 'yes' : 'no');
      if (isArray(value) && value.every((item) => !isArray(item) && !isObject(item)))
        return value.map(textOf).join(', ');
      if (isObject(value)) return inWords(path, value) ?? jsonText(value);
      return isArray(value) ? jsonText(value) : textOf(value);
    },
    kind(path) {
      const pointer = pointerOf(path);
      const field = form.fields.fieldAt(pointer);
      return field?.pointer === pointer ? field.kind : undefined;
    },
  };
}
