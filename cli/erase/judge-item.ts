import { gunzipSync } from 'node:zlib';
import { readStoredItem } from '../../lib/store/backup/backup-table.ts';
import type { StoredItem } from '../../lib/store/backup/scan-items.ts';
import { isRecord, mentions, redactValue } from './redact.ts';
import type { ErasureSelection } from './wanted.ts';

/** What an erasure does with an item, or with an object. */
export type ErasureVerdict = 'keep' | 'delete' | 'rewrite' | 'remains';

/** What is known of the table before anything is decided. */
export interface Survey {
  readonly wanted: ErasureSelection;
  readonly isWanted: (url: string) => boolean;
  /** Each job's team, and whether it is over. */
  readonly jobs: Map<string, { readonly team: string; readonly isOver: boolean }>;
  /** Jobs that had a page which is to be erased. */
  readonly touched: Set<string>;
  /** Keys of objects that hold something of what is to be erased. */
  readonly links: Set<string>;
}

const text = (item: StoredItem, name: string): string => item[name]?.S ?? '';

/** The job that an item is of; undefined where it is of none. */
export const itemJob = (item: StoredItem): string | undefined => /^[JW]#([^#]+)/.exec(text(item, 'PK'))?.[1];

const isTeams = (item: StoredItem, { wanted: { value: team }, jobs }: Survey): boolean => {
  const [pk, job] = [text(item, 'PK'), itemJob(item)];
  if (job !== undefined) return jobs.get(job)?.team === team;
  if (pk.startsWith('K#')) return text(item, 'team') === team;
  if (pk.startsWith('P#')) return pk.startsWith(`P#team:${team}:`) || pk.startsWith(`P#source:${team}:`);
  const whose = /^[TSANFVI]#([^#]+)/.exec(pk)?.[1];
  return whose === team || (pk.startsWith('A#') && jobs.get(whose ?? '')?.team === team);
};

/** URLs that stand in JSON, in text, or in bytes that are zipped. */
const bytesMention = (value: unknown, isWanted: Survey['isWanted']): boolean => {
  if (value instanceof Uint8Array) {
    if (value[0] !== 0x1f || value[1] !== 0x8b) return false;
    try {
      return mentions(gunzipSync(value).toString(), isWanted);
    } catch {
      return false;
    }
  }
  return isRecord(value) && Object.values(value).some((each) => bytesMention(each, isWanted));
};

/** Whether an item tells of a page that is to be erased, and not only names it. */
const isOfPage = (item: StoredItem, { isWanted, links }: Survey): boolean => {
  if (isWanted(text(item, 'url')) || isWanted(text(item, 'finalUrl'))) return true;
  if (links.has(text(item, 'envelopeKey')) || links.has(text(item, 'envelope'))) return true;
  const answer = text(item, 'answer');
  if (!answer.startsWith('{')) return false;
  try {
    const page: unknown = JSON.parse(answer);
    return isRecord(page) && typeof page['url'] === 'string' && isWanted(page['url']);
  } catch {
    return false;
  }
};

/** Everything of an item but its key. */
const body = ({ PK: _pk, SK: _sk, ...rest }: StoredItem): StoredItem => rest;

/** An item in which no text names what is to be erased. */
export const redactItem = (item: StoredItem, isWanted: Survey['isWanted']): StoredItem => ({
  ...(redactValue(body(item), isWanted) as StoredItem),
  PK: item['PK'] ?? { S: '' },
  SK: item['SK'] ?? { S: '' },
});

/** What becomes of an item. Answers of models are kept by what was asked, so they say of no page whose they are. */
export const judgeItem = (item: StoredItem, survey: Survey): ErasureVerdict => {
  const { wanted, isWanted } = survey;
  const [pk, sk] = [text(item, 'PK'), text(item, 'SK')];
  if (wanted.kind === 'team') return isTeams(item, survey) ? 'delete' : 'keep';
  if (pk.startsWith('A#') && sk.startsWith('CHAIN#')) return 'keep';
  if (/^S#.*#manifest#/.test(pk)) return mentions(body(item), isWanted) ? 'remains' : 'keep';
  if (pk.startsWith('H#') && wanted.kind === 'domain' && isWanted(`https://${pk.slice(2)}/`)) return 'delete';
  if (/^(?:J#.*#|[PVA]#)/.test(pk) && isOfPage(item, survey)) return 'delete';
  if (bytesMention(body(item), isWanted)) return 'delete';
  return mentions(body(item), isWanted) ? 'rewrite' : 'keep';
};

const objectKey = /^(?:staged|captures|reread|drafts)\/./;

/** Names under which a line or an item says where something of its page lies. Texts of sites do not count. */
const objectFields = [
  'key',
  'captures',
  'capturesKey',
  'draftKey',
  'envelope',
  'envelopeKey',
  'listKey',
  'previousEnvelope',
  'reread',
] as const;

/** Keys of the objects in which something of a page lies, as a line or an item of it names them. */
export const pageObjects = (entry: unknown): string[] => {
  if (!isRecord(entry)) return [];
  const tracked = entry['tracked'];
  const own = objectFields.flatMap((name) => entry[name] ?? []);
  const staged = entry['staged_path'];
  return [...own, ...(typeof staged === 'string' ? [`staged/${staged}`] : [])]
    .filter((key) => typeof key === 'string' && objectKey.test(key))
    .map(String)
    .concat(isRecord(tracked) ? pageObjects(tracked) : []);
};

/** The same of an item of the table. */
export const itemObjects = (item: StoredItem): string[] => pageObjects(readStoredItem(item));
