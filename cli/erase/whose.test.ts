import { expect, test } from 'vitest';
import * as auditKeys from '../../lib/keys/audit-table-keys.ts';
import * as tableKeys from '../../lib/keys/table-keys.ts';
import type { StoredItem } from '../../lib/store/backup/scan-items.ts';
import { nothingKnown } from './survey.ts';
import { itemOwners, noteTeams, type Owners } from './whose.ts';

const keys = { ...tableKeys, ...auditKeys };
const job = '019ab000-0000-7000-8000-000000000001';
const run = '019ab000-0000-7000-8000-000000000002';
const alert = `alert-${run}-s-r-chat`;
const source = { team: 't', source: 's' };

const survey = nothingKnown({ kind: 'team', value: 't' });
survey.specs.set('named', new Set(['t', 'u']));

/** An item with such a key: of the team `t`, wherever an item of its kind says its team. */
const item = ({ PK, SK }: tableKeys.TableKey, more: StoredItem = {}): StoredItem => ({
  PK: { S: PK },
  SK: { S: SK },
  ...more,
});
const named = { team: { S: 't' } };

/** Every kind of items, by the function that spells its key, with whose such an item is. */
const kinds: Readonly<Record<string, readonly [StoredItem, Owners]>> = {
  jobKey: [item(keys.jobKey(job), named), ['t']],
  jobSpecKey: [item(keys.jobSpecKey(job)), ['t']],
  pageKey: [item(keys.pageKey(job, 'ab')), ['t']],
  shardKey: [item(keys.shardKey(job, 0)), ['t']],
  pageExtractionKey: [item(keys.pageExtractionKey(job, 'ab', 0)), ['t']],
  waitingAnswerKey: [item(keys.waitingAnswerKey(job, 'ab')), ['t']],
  webhookKey: [item(keys.webhookKey(alert), named), ['t']],
  webhookEventKey: [item(keys.webhookEventKey(alert, 'L', '0')), ['t']],
  latestKey: [item(keys.latestKey('source:t:s', 'ab')), ['t']],
  trackedKey: [item(keys.trackedKey('team:t:0123', 'ab')), ['t']],
  sourceStateKey: [item(keys.sourceStateKey(source)), ['t']],
  manifestRootKey: [item(keys.manifestRootKey('t')), ['t']],
  manifestVersionKey: [item(keys.manifestVersionKey('t', 'm', 1)), ['t']],
  sourceRunKey: [item(keys.sourceRunKey(source, 0, run)), ['t']],
  pageVersionKey: [item(keys.pageVersionKey(source, 'h', 0)), ['t']],
  changeFeedKey: [item(keys.changeFeedKey('t')), ['t']],
  changeEntryKey: [item(keys.changeEntryKey('t', 1)), ['t']],
  alertKey: [item(keys.alertKey({ ...source, rule: 'r' })), ['t']],
  alertChannelKey: [item(keys.alertChannelKey('t', 'n')), ['t']],
  auditHeadKey: [item(keys.auditHeadKey({ team: 't', chain: 's' })), ['t']],
  apiKeyKey: [item(keys.apiKeyKey('k'), named), ['t']],
  keyMinuteKey: [item(keys.keyMinuteKey('t', 'k', 0)), ['t']],
  teamKeyKey: [item(keys.teamKeyKey('t', 'k')), ['t']],
  teamJobKey: [item(keys.teamJobKey('t', 'k', job)), ['t']],
  teamJobListKey: [item(keys.teamJobListKey('t', job)), ['t']],
  usageKey: [item(keys.usageKey('t', '2026-11', 'k', 0)), ['t']],
  submissionKey: [item(keys.submissionKey('t', 'i')), ['t']],
  // Teams that ask for the same share it; it goes with the last of them.
  extractSpecKey: [item(keys.extractSpecKey('named')), ['t', 'u']],
  // It has no team and expires within an hour: the certificate counts it.
  questionKey: [item(keys.questionKey('q')), 'unknown'],
  // All of them go.
  modelCacheItemKey: [item(keys.modelCacheItemKey('c', 'q')), 'nobody'],
  modelKeyKey: [item(keys.modelKeyKey('f')), 'nobody'],
  registeredModelKey: [item(keys.registeredModelKey('f')), 'nobody'],
  modelCapabilitiesKey: [item(keys.modelCapabilitiesKey('f')), 'nobody'],
  answerSizeKey: [item(keys.answerSizeKey('f')), 'nobody'],
  // The pace of a host names a team for a day: the certificate says so.
  paceKey: [item(keys.paceKey('h')), 'nobody'],
  robotsKey: [item(keys.robotsKey('h')), 'nobody'],
  errorPageKey: [item(keys.errorPageKey('h')), 'nobody'],
  hostTierKey: [item(keys.hostTierKey('h')), 'nobody'],
  wikiSiteKey: [item(keys.wikiSiteKey('h')), 'nobody'],
  sealKeysKey: [item(keys.sealKeysKey()), 'nobody'],
};

test('of every kind of items an erasure knows whose they are', () => {
  const spelled = Object.keys(keys).filter((name) => name.endsWith('Key'));
  expect(Object.keys(kinds).toSorted(), 'say whose items of a new kind are').toEqual(spelled.toSorted());
  for (const [one] of Object.values(kinds)) noteTeams(one, survey);
  for (const [name, [one, owners]] of Object.entries(kinds))
    expect(itemOwners(one, survey), name).toEqual(owners);
});

test('a job whose item has expired is known by its list, by records of its runs, and by deliveries of alerts', () => {
  const says = (one: StoredItem, of: string): string | undefined => {
    const known = nothingKnown({ kind: 'team', value: 't' });
    noteTeams(one, known);
    return known.jobs.get(of)?.team;
  };
  expect(says(item(keys.teamJobListKey('t', job)), job)).toBe('t');
  expect(says(item(keys.sourceRunKey(source, 0, run)), run)).toBe('t');
  expect(says(item(keys.changeEntryKey('t', 1), { job: { S: run } }), run)).toBe('t');
  expect(says(item(keys.webhookKey(alert), named), run)).toBe('t');
  const envelopeKey = { S: `staged/a.example/2026-11-20/${job}__index-0a1b2c3d__4e5f6a7b.json` };
  expect(says(item(keys.latestKey('team:t:0', 'ab'), { envelopeKey }), job)).toBe('t');
  expect(says(item(keys.pageKey(job, 'ab'), { envelopeKey }), job)).toBeUndefined();
});

test('the item of a job says better whose it is than what only names it, and that it is open', () => {
  const known = nothingKnown({ kind: 'team', value: 't' });
  const open = item(keys.jobKey(job), { team: { S: 't' }, status: { S: 'running' } });
  for (const one of [item(keys.teamJobListKey('t', job)), open, item(keys.teamJobListKey('t', job))])
    noteTeams(one, known);
  expect(known.jobs.get(job)).toEqual({ team: 't', isOver: false });
});
