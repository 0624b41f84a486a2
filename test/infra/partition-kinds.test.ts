import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { functionNames } from '../../infra/function-spec.ts';
import { functionSpecs } from '../../infra/functions.ts';
import * as auditKeys from '../../lib/keys/audit-table-keys.ts';
import * as tableKeys from '../../lib/keys/table-keys.ts';
import { findFunction, ofType, synthesise, target } from './synthesise.ts';

/** Kinds of items that a role reaches, against those whose keys the function's own code spells. */
const root = join(import.meta.dirname, '../..');
const template = synthesise();
const keys = { ...tableKeys, ...auditKeys };

interface Statement {
  readonly Action: string | readonly string[];
  readonly Condition?: { readonly 'ForAllValues:StringLike'?: { readonly 'dynamodb:LeadingKeys'?: unknown } };
}

const statements = (name: string): Statement[] => {
  const role = target(findFunction(template, name)[1].Properties['Role']);
  return ofType(template, 'AWS::IAM::Policy')
    .filter(([, { Properties }]) =>
      (Properties['Roles'] as { Ref: string }[]).some(({ Ref }) => Ref === role),
    )
    .flatMap(([, { Properties }]) => Properties['PolicyDocument'].Statement as Statement[])
    .filter(({ Action }) => String(Action).includes('dynamodb:'));
};

/** Leading keys that a role may use one action of DynamoDB on. */
const allowed = (name: string, action: string): unknown[] =>
  statements(name)
    .filter(({ Action }) => [Action].flat().includes(action))
    .flatMap(({ Condition }) => Condition?.['ForAllValues:StringLike']?.['dynamodb:LeadingKeys'] ?? ['any'])
    .toSorted();

test('no role reaches an item whose partition it does not name', () => {
  for (const name of functionNames)
    for (const statement of statements(name)) {
      const named = statement.Condition?.['ForAllValues:StringLike']?.['dynamodb:LeadingKeys'];
      expect(named, `${name}: ${String(statement.Action)}`).toBeDefined();
      expect([named].flat()).not.toContain('*');
    }
});

test.each(['fetch-pages', 'render-pages'])(
  'whoever takes %s over writes no key, no team, no secret',
  (name) => {
    for (const action of ['dynamodb:PutItem', 'dynamodb:UpdateItem', 'dynamodb:DeleteItem'])
      expect(allowed(name, action)).toEqual(['H#*', 'J#*', 'P#*', 'W#*']);
    expect(allowed(name, 'dynamodb:GetItem')).toEqual(['H#*', 'J#*', 'P#*', 'W#*', 'X#*']);
  },
);

test('only what answers requests for keys, and who manages them, write keys', () => {
  const writers = functionNames.filter((name) => allowed(name, 'dynamodb:PutItem').includes('K#*'));
  expect(writers).toEqual(['api', 'manage-keys']);
});

/** Every function of the key table with the partition that it spells. */
const spelled: Readonly<Record<string, string>> = {
  jobKey: keys.jobKey('j').PK,
  jobSpecKey: keys.jobSpecKey('j').PK,
  pageKey: keys.pageKey('j', 'ab').PK,
  pagesPartition: keys.pagesPartition('j', '0'),
  shardKey: keys.shardKey('j', 0).PK,
  pageExtractionsPartition: keys.pageExtractionsPartition('j'),
  pageExtractionKey: keys.pageExtractionKey('j', 'ab', 0).PK,
  waitingAnswerKey: keys.waitingAnswerKey('j', 'ab').PK,
  modelKeyKey: keys.modelKeyKey('f').PK,
  modelCapabilitiesKey: keys.modelCapabilitiesKey('f').PK,
  answerSizeKey: keys.answerSizeKey('f').PK,
  modelRegistryPartition: keys.modelRegistryPartition,
  registeredModelKey: keys.registeredModelKey('f').PK,
  questionKey: keys.questionKey('q').PK,
  modelCacheItemKey: keys.modelCacheItemKey('c', 'q').PK,
  sourcePartition: keys.sourcePartition({ team: 't', source: 's' }),
  teamSourcesPartition: keys.teamSourcesPartition('t'),
  sourceStateKey: keys.sourceStateKey({ team: 't', source: 's' }).PK,
  manifestRootKey: keys.manifestRootKey('t').PK,
  manifestVersionKey: keys.manifestVersionKey('t', 'm', 1).PK,
  sourceRunKey: keys.sourceRunKey({ team: 't', source: 's' }, 0, 'j').PK,
  pageVersionKey: keys.pageVersionKey({ team: 't', source: 's' }, 'h', 0).PK,
  changeFeedPartition: keys.changeFeedPartition('t'),
  changeFeedKey: keys.changeFeedKey('t').PK,
  changeEntryKey: keys.changeEntryKey('t', 1).PK,
  extractSpecKey: keys.extractSpecKey('x').PK,
  paceKey: keys.paceKey('h').PK,
  robotsKey: keys.robotsKey('h').PK,
  errorPageKey: keys.errorPageKey('h').PK,
  hostTierKey: keys.hostTierKey('h').PK,
  wikiSiteKey: keys.wikiSiteKey('h').PK,
  latestKey: keys.latestKey('s', 'h').PK,
  trackedKey: keys.trackedKey('s', 'h').PK,
  alertsPartition: keys.alertsPartition('t'),
  alertKey: keys.alertKey({ team: 't', source: 's', rule: 'r' }).PK,
  alertChannelKey: keys.alertChannelKey('t', 'n').PK,
  auditHeadsPartition: keys.auditHeadsPartition('t'),
  auditHeadKey: keys.auditHeadKey({ team: 't', chain: 's' }).PK,
  sealKeysKey: keys.sealKeysKey().PK,
  apiKeyKey: keys.apiKeyKey('k').PK,
  keyMinuteKey: keys.keyMinuteKey('t', 'k', 0).PK,
  teamPartition: keys.teamPartition('t'),
  teamKeyKey: keys.teamKeyKey('t', 'k').PK,
  teamJobKey: keys.teamJobKey('t', 'k', 'j').PK,
  teamJobListKey: keys.teamJobListKey('t', 'j').PK,
  usageKey: keys.usageKey('t', 'm', 'k', 0).PK,
  submissionKey: keys.submissionKey('t', 'i').PK,
  webhookKey: keys.webhookKey('j').PK,
  webhookEventKey: keys.webhookEventKey('j', 'E', 'p').PK,
};

const patterns: string[] = Object.values(keys.partitionKinds);
const patternsFor = (partition: string): string[] =>
  patterns.filter((it) => (it.endsWith('*') ? partition.startsWith(it.slice(0, -1)) : partition === it));

test('every partition is of exactly one kind, and every function that spells one is known here', () => {
  const made = Object.keys(keys).filter((name) => /(Key|Partition)$/.test(name));
  expect(Object.keys(spelled).toSorted()).toEqual(made.toSorted());
  for (const [name, partition] of Object.entries(spelled))
    expect(patternsFor(partition), name).toHaveLength(1);
});

/** The modules of the repository that one imports for what they do, not for their types. */
const importsOf = (file: string, source: string): string[] =>
  [...source.matchAll(/^(?:import|export) (?!type )([\s\S]*?)from '(\.[^']+)'/gm)]
    .filter(([, names = '']) =>
      names
        .replaceAll(/[{}]/g, '')
        .split(',')
        .some((name) => name.trim() !== '' && !name.trim().startsWith('type ')),
    )
    .map(([, , path = '']) => join(dirname(file), path));

/** Partitions that the code of a function can spell. */
const spells = (name: string): string[] => {
  const seen = new Map<string, string>();
  const open = [join(root, 'functions', `${name}.ts`)];
  for (let file = open.pop(); file !== undefined; file = open.pop()) {
    if (seen.has(file) || !existsSync(file)) continue;
    const source = readFileSync(file, 'utf8');
    seen.set(file, source);
    open.push(...importsOf(file, source));
  }
  const used = [...seen].filter(([file]) => !file.endsWith('table-keys.ts'));
  return Object.keys(spelled).filter((key) =>
    used.some(([, source]) => new RegExp(`(?<!\\w)${key}\\b`).test(source)),
  );
};

describe.each(functionSpecs)('$name', ({ name, reads, writes }) => {
  test('reaches the kinds of items whose keys its code spells, and no other', () => {
    const needed = new Set(spells(name).flatMap((key) => patternsFor(spelled[key] ?? '')));
    const named = new Set([...reads, ...writes].map((kind) => keys.partitionKinds[kind] as string));
    expect([...named].toSorted()).toEqual([...needed].toSorted());
  });
});
