import { Copy } from 'lucide-react';
import { useState } from 'react';
import { IconButton } from '@/ui/display/button';
import { Facts } from '@/ui/display/facts';
import { SideSection } from '@/ui/layout/split-view';
import { useApp } from '../shell/app-context';
import type { Me } from '../session/session';
import { useFormat } from '../i18n/use-format';
import { useRecord } from './engine/record-context';
import { useFormText } from './texts';
import { textOf } from './engine/number-text';

/** Server-owned facts of a record: version, times, owner, id. */
export function RecordFacts() {
  const say = useFormText();
  const { me } = useApp().current;
  const format = useFormat();
  const base = useRecord((state) => state.base);
  const isNew = useRecord((state) => state.isNew);
  if (isNew) return null;
  const { version, created_at, modified_at, company_id, id } = base;
  const facts = [
    { label: say('facts.version'), value: textOf(version) },
    { label: say('facts.created'), value: format.moment(created_at) },
    { label: say('facts.modified'), value: format.moment(modified_at) },
    {
      label: say('facts.owner'),
      value: me === null ? '' : ownerOf(me, company_id, say('facts.ownerParent')),
    },
  ].filter(({ value }) => value !== '' && value !== '–');
  return (
    <SideSection>
      <Facts facts={[...facts, { label: say('facts.id'), value: <Id id={textOf(id)} /> }]} />
    </SideSection>
  );
}

function ownerOf(me: Me, id: unknown, parent: string): string {
  if (typeof id !== 'string') return '';
  if (id === me.company.id) return me.company.name;
  return id === me.company.parent?.id ? me.company.parent.name : parent;
}

function Id({ id }: { id: string }) {
  const say = useFormText();
  const [copied, setCopied] = useState(false);
  const copy = async () => {
    await navigator.clipboard.writeText(id);
    setCopied(true);
    setTimeout(() => setCopied(false), 2000);
  };
  return (
    <>
      <span className="code" title={id}>
        {id.length > 16 ? `${id.slice(0, 8)}…${id.slice(-4)}` : id}
      </span>
      <IconButton icon={Copy} size="xs" label={say('facts.copy')} onClick={() => void copy()} />
      <span className="muted" aria-live="polite">
        {copied && say('facts.copied')}
      </span>
    </>
  );
}
