import { inventedBusinessId } from './business-id';
import { between, chance, choice } from './seed';
import type { DemoRecord } from './shape';
import people from './words/people.json';

/** Common Finnish names, companies and streets, combined at random. */
const { customerGroups, firmKinds, firmNames, firstNames, lastNames, notes, streets } = people;

type Town = keyof typeof streets;

const known: Record<Town, { name: string; email: string; phone: string; note?: string }[]> = {
  helsinki: [
    { name: 'Maija Virtanen', email: 'maija.virtanen@posti.example', phone: '+358 40 555 0118' },
    {
      name: 'Hotelli Haltia Oy',
      email: 'laskut@hotellihaltia.example',
      phone: '+358 9 555 0177',
      note: 'Invoice by e-mail, 14 days',
    },
  ],
  tampere: [],
};

/** Returns `count` customers of a child company, four of five of them people. Ids and numbers are in the same order. */
export function customers(town: Town, count: number, idAt: (at: number) => string): DemoRecord[] {
  const names = new Set<string>();
  return Array.from({ length: count }, (_, at) => {
    const pictured = known[town][at];
    const key = `${town} customer ${at}`;
    const firm = pictured ? pictured.name.endsWith(' Oy') : chance(`${key} kind`, 20);
    const name = pictured?.name ?? freshName(key, firm, names);
    names.add(name);
    const note = pictured?.note ?? (chance(`${key} note`, 14) ? choice(`${key} what`, notes) : undefined);
    return {
      id: idAt(at),
      active: at % 40 !== 19,
      name,
      customer_num: (town === 'helsinki' ? 1001 : 5001) + at,
      data: {
        email: pictured?.email ?? emailOf(name, firm, key),
        phone: pictured?.phone ?? phoneOf(key, firm, town),
        address: addressOf(town, key),
        ...(firm ? { business_id: inventedBusinessId(key) } : {}),
        customer_group: firm ? 'Company' : choice(`${key} group`, customerGroups),
        ...(note === undefined ? {} : { note }),
      },
    };
  });
}

function freshName(key: string, firm: boolean, used: Set<string>): string {
  for (let attempt = 0; ; attempt += 1) {
    const again = `${key} ${attempt}`;
    const name = firm
      ? `${choice(`${again} kind`, firmKinds.split('|'))} ${choice(`${again} firm`, firmNames.split(' '))} ${choice(`${again} form`, ['Oy', 'Oy', 'Oy', 'Ky', 'Tmi'])}`
      : `${choice(`${again} first`, firstNames.split(' '))} ${choice(`${again} last`, lastNames.split(' '))}`;
    if (!used.has(name)) return name;
  }
}

/** Returns the text in lower-case letters a–z, for e-mail addresses: "Hämäläinen" → "hamalainen". */
function plain(text: string): string {
  return text
    .normalize('NFD')
    .replaceAll(/[^a-zA-Z ]/g, '')
    .toLowerCase();
}

function emailOf(name: string, firm: boolean, key: string): string {
  const words = plain(name).split(' ');
  if (firm) return `laskut@${words.slice(0, 2).join('-')}.example`;
  return `${words.join('.')}@${choice(`${key} mail`, ['posti.example', 'sahkoposti.example', 'kotisivu.example'])}`;
}

function phoneOf(key: string, firm: boolean, town: Town): string {
  const digits = String(between(`${key} phone`, 0, 9999)).padStart(4, '0');
  if (firm) return `+358 ${town === 'helsinki' ? '9' : '3'} 555 ${digits}`;
  return `+358 ${choice(`${key} net`, ['40', '44', '50'])} 555 ${digits}`;
}

function addressOf(town: Town, key: string): Record<string, string> {
  const [street = '', postal_code = ''] = choice(`${key} street`, streets[town]).split('|');
  const flat = chance(`${key} flat`, 60)
    ? ` ${choice(`${key} stair`, ['A', 'B', 'C'])} ${between(`${key} door`, 1, 48)}`
    : '';
  return {
    street: `${street} ${between(`${key} house`, 1, 44)}${flat}`,
    postal_code,
    city: town === 'helsinki' ? 'Helsinki' : 'Tampere',
    country: 'FI',
  };
}
