import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { isObject, jsonText, parseRecord, type JsonObject } from '@/record/json';
import { keyDatabase, typedPrefix } from '../../session/kept-typing';
import type { RecordForm } from '../engine/use-record-form';

/** What is kept of a form: with which version it began, and the record as it was typed. */
export interface KeptTyping {
  readonly base: JsonObject;
  readonly etag: string | null;
  readonly current: JsonObject;
}

/** Where the typed input of a form is kept: the form's name in this tab, and whose it is. */
export interface TypingPlace {
  readonly name: string;
  readonly identity: string;
}

/** Milliseconds between the last key and keeping what was typed. */
const pause = 200;

const storeName = 'keys';
const keyName = 'typing';

/**
 * Returns what was typed into a form before its page was loaded again, in this tab and by the same person; null if nothing was, undefined
 * while it is being read. What cannot be decrypted is dropped.
 */
export function useKeptTyping(place: TypingPlace | null): KeptTyping | null | undefined {
  const query = useQuery({
    queryKey: ['typed', place?.name, place?.identity],
    queryFn: () => (place ? read(place) : null),
    // Most forms have nothing, and do not wait.
    ...(place === null || entryOf(place) === null ? { initialData: null } : {}),
    // Read once: what is invalidated is read from the service.
    staleTime: 'static',
    gcTime: 0,
    networkMode: 'always',
    retry: false,
  });
  return query.isPending ? undefined : (query.data ?? null);
}

/** Keeps what is typed into a form until it is saved, discarded or left: a reload finds it. */
export function useKeepTyping(form: RecordForm, place: TypingPlace | null): void {
  const { name, identity } = place ?? {};
  useEffect(() => {
    if (name === undefined || identity === undefined || form.readOnly) return undefined;
    const own = { name, identity };
    let timer: ReturnType<typeof setTimeout> | undefined;
    const keep = () => {
      const { base, etag, current, changes } = form.get();
      if (changes.length === 0) forget(own);
      else void write(own, { base, etag, current });
    };
    const unsubscribe = form.subscribe(() => {
      clearTimeout(timer);
      timer = setTimeout(keep, pause);
    });
    return () => {
      clearTimeout(timer);
      unsubscribe();
      forget(own);
    };
  }, [form, name, identity]);
}

/** Counts what was kept or forgotten of each form, so that a slow encryption does not bring back what was forgotten since. */
const turns = new Map<string, number>();

function nextTurn(name: string): number {
  const turn = (turns.get(name) ?? 0) + 1;
  turns.set(name, turn);
  return turn;
}

function entryOf({ name }: TypingPlace): string | null {
  try {
    return sessionStorage.getItem(typedPrefix + name);
  } catch {
    return null;
  }
}

function forget({ name }: TypingPlace): void {
  nextTurn(name);
  try {
    sessionStorage.removeItem(typedPrefix + name);
  } catch {
    // Nothing was kept.
  }
}

async function write(place: TypingPlace, { base, etag, current }: KeptTyping): Promise<void> {
  const turn = nextTurn(place.name);
  try {
    const key = await browserKey();
    const iv = crypto.getRandomValues(new Uint8Array(12));
    const text = new TextEncoder().encode(jsonText({ base, etag, current }));
    const sealed = new Uint8Array(await crypto.subtle.encrypt(cipherOf(place, iv), key, text));
    if (turns.get(place.name) !== turn) return;
    sessionStorage.setItem(typedPrefix + place.name, base64(new Uint8Array([...iv, ...sealed])));
  } catch {
    // Without a secure context or storage nothing is kept; the browser asks before a reload.
  }
}

async function read(place: TypingPlace): Promise<KeptTyping | null> {
  const entry = entryOf(place);
  if (entry === null) return null;
  try {
    const bytes = Uint8Array.from(atob(entry), (one) => one.charCodeAt(0));
    const key = await browserKey();
    const text = await crypto.subtle.decrypt(cipherOf(place, bytes.slice(0, 12)), key, bytes.slice(12));
    const { base, etag = null, current } = parseRecord(new TextDecoder().decode(text));
    if (!isObject(base) || !isObject(current)) throw new SyntaxError('No record');
    return { base, etag: typeof etag === 'string' ? etag : null, current };
  } catch {
    forget(place);
    return null;
  }
}

/** The cipher: what was typed belongs to one form and one person. */
const cipherOf = ({ name, identity }: TypingPlace, iv: Uint8Array<ArrayBuffer>) => ({
  name: 'AES-GCM',
  iv,
  additionalData: new TextEncoder().encode(`${name}\n${identity}`),
});

const base64 = (bytes: Uint8Array): string =>
  btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));

/** Returns the key of this browser, which no script can read; makes it if there is none. */
async function browserKey(): Promise<CryptoKey> {
  const opening = indexedDB.open(keyDatabase, 1);
  opening.addEventListener('upgradeneeded', () => opening.result.createObjectStore(storeName));
  const database = await settled(opening);
  // Signing out in another tab deletes it.
  database.addEventListener('versionchange', () => database.close());
  try {
    const known: unknown = await settled(database.transaction(storeName).objectStore(storeName).get(keyName));
    if (known instanceof CryptoKey) return known;
    const made = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, [
      'encrypt',
      'decrypt',
    ]);
    // Another tab may have made one meanwhile: the first one stays.
    const store = database.transaction(storeName, 'readwrite').objectStore(storeName);
    const first: unknown = await settled(store.get(keyName));
    if (first instanceof CryptoKey) return first;
    await settled(store.put(made, keyName));
    return made;
  } finally {
    database.close();
  }
}

const settled = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result));
    request.addEventListener('error', () => reject(request.error ?? new Error('Storage is blocked')));
  });
