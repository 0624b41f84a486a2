import { retentionByKey } from '../../lib/envelope/retention.ts';
import { readUploadFolder } from '../../lib/envelope/upload-place.ts';
import { gunzipSync } from 'node:zlib';
import { readStoredItem } from '../../lib/store/backup/backup-table.ts';
import type { StoredItem } from '../../lib/store/backup/scan-items.ts';
import { isRecord, mentions, redactValue } from './redact.ts';
import type { Survey } from './survey.ts';
import { itemJob, itemOwners } from './whose.ts';

/** What an erasure does with an item, or with an object. */
export type ErasureVerdict = 'keep' | 'delete' | 'rewrite' | 'remains';

const text = (item: StoredItem, name: string): string => item[name]?.S ?? '';

/** Says whether an item is of the team to be erased, and of no other one. */
const isTeams = (item: StoredItem, survey: Survey): boolean => {
  const owners = itemOwners(item, survey);
  return Array.isArray(owners) && owners.every((team) => team === survey.wanted.value);
};

/** Finds wanted URLs in JSON, in text, or in zipped bytes. */
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

/** Says whether an item is about a page that is to be erased, and does not only mention it. */
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

/** Returns an item without its key. */
const body = ({ PK: _pk, SK: _sk, ...rest }: StoredItem): StoredItem => rest;

/** Returns an item in which no text names a URL that is to be erased. */
export const redactItem = (item: StoredItem, isWanted: Survey['isWanted']): StoredItem => ({
  ...(redactValue(body(item), isWanted) as StoredItem),
  PK: item['PK'] ?? { S: '' },
  SK: item['SK'] ?? { S: '' },
});

/** Decides what happens to an item. Answers of models are stored by question, so their page is not known. */
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

const objectKey = /^(?:staged|kept|captures|reread|drafts)\/./;

/** Names of fields in which a line or an item names an object of its page. Texts of sites do not count. */
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

/** Returns the keys of the objects of a page, as a line or an item of the page names them. */
export const pageObjects = (entry: unknown): string[] => {
  if (!isRecord(entry)) return [];
  const tracked = entry['tracked'];
  const own = objectFields.flatMap((name) => entry[name] ?? []);
  const staged = entry['staged_path'];
  const envelope = (path: string): string => (retentionByKey(path) === null ? `staged/${path}` : path);
  return [...own, ...(typeof staged === 'string' ? [envelope(staged)] : [])]
    .filter((key) => typeof key === 'string' && objectKey.test(key))
    .map(String)
    .concat(isRecord(tracked) ? pageObjects(tracked) : []);
};

/** Returns the key of the file that a client sent, if the item is of a job that reads one. */
export const itemUpload = (item: StoredItem): string | undefined => {
  const key = itemJob(item) === undefined ? undefined : item['request']?.M?.['upload']?.M?.['key']?.S;
  return key === undefined || readUploadFolder(key) === null ? undefined : key;
};

/** Returns the keys of the objects that an item of the table names as its own. */
export const itemObjects = (item: StoredItem): string[] => [
  ...pageObjects(readStoredItem(item)),
  ...[itemUpload(item) ?? []].flat(),
];
