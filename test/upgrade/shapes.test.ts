import { paginateScan } from '@aws-sdk/lib-dynamodb';
import { Validator } from '@cfworker/json-schema';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import * as z from 'zod';
import * as auditKeys from '../../lib/keys/audit-table-keys.ts';
import { writtenVersion } from '../../lib/keys/item-version.ts';
import * as tableKeys from '../../lib/keys/table-keys.ts';
import type { TableKey } from '../../lib/keys/table-keys.ts';
import { getObject } from '../../lib/store/objects.ts';
import { undisturbed } from '../harness/leaky-queues.ts';
import { startPipeline, startStores } from '../harness/pipeline.ts';
import { treeSite } from '../harness/serve-site.ts';
import { compareShapes } from './compare-shapes.ts';
import { describeShape, keptItems, keptShapes, shapelessItems } from './shapes.ts';

const snapshotOf = (name: string): { version: number; shape: object } =>
  JSON.parse(readFileSync(join(import.meta.dirname, 'shapes', `${name}.json`), 'utf8')) as never;

test.each(Object.keys(keptShapes))('what was released of %s only gains optional fields', (name) => {
  const { schema, version, before = {} } = keptShapes[name] ?? { schema: z.never(), version: 0 };
  const released = snapshotOf(name);
  expect(version).toBeGreaterThanOrEqual(released.version);
  if (version === released.version)
    expect(
      compareShapes(released.shape, describeShape(schema)),
      'Raise its version in test/upgrade/shapes.ts, and give a document of the one before that is still read',
    ).toEqual([]);
  for (let old = 1; old < version; old += 1) expect(schema.safeParse(before[old]).success).toBe(true);
});

test('a field that is required, gone, of another type or with other values is found; an optional one is not', () => {
  const old = z.object({ a: z.string(), b: z.number().optional(), c: z.enum(['x', 'y']) });
  const changes = (now: z.ZodType): string[] => compareShapes(describeShape(old), describeShape(now));
  expect(changes(old.extend({ d: z.string().optional() }))).toEqual([]);
  expect(changes(old.extend({ d: z.string() }))).toEqual(['$.d is required now']);
  expect(changes(old.omit({ b: true }))).toEqual(['$.b is gone']);
  expect(changes(old.extend({ a: z.number() }))).toEqual(['$.a/type is another']);
  expect(changes(old.extend({ c: z.enum(['x', 'y', 'z']) }))).toEqual(['$.c has other values']);
  expect(changes(old.extend({ a: z.string().optional() }))).toHaveLength(1);
  const strict = z.strictObject({ a: z.string() });
  const gained = strict.extend({ d: z.string().optional() });
  expect(compareShapes(describeShape(strict), describeShape(gained))).toHaveLength(1);
  const list = (item: z.ZodType) => describeShape(z.object({ list: z.array(item) }));
  expect(compareShapes(list(old), list(old.omit({ b: true })))).toEqual(['$.list/items.b is gone']);
});

test('every kind of item has a shape that is kept, or a reason to have none', () => {
  const spelled = Object.keys({ ...tableKeys, ...auditKeys }).filter((name) => name.endsWith('Key'));
  const known = [...Object.keys(keptItems), ...Object.keys(shapelessItems)];
  expect(known.toSorted()).toEqual(spelled.toSorted());
  const kept = new Set(Object.values(keptShapes));
  expect(Object.entries(keptItems).filter(([, shape]) => !kept.has(shape))).toEqual([]);
});

test('what this release writes of a crawl is what the one that was released reads', async () => {
  const stores = await startStores();
  const site = await treeSite(7);
  const hosts = { [site.host]: { delay: 0 } };
  const pipeline = startPipeline(stores, { allow: [site.allow], hosts, disturbance: undisturbed, seed: 3 });
  const checked = new Map<string, number>();
  const check = (name: string, value: unknown): void => {
    const { valid, errors } = new Validator(snapshotOf(name).shape).validate(value);
    expect(errors, name).toEqual([]);
    expect(valid).toBe(true);
    checked.set(name, (checked.get(name) ?? 0) + 1);
  };
  try {
    const submitted = await pipeline.submit('crawl', { url: `${site.origin}/`, limit: 5 });
    if (!submitted.ok) throw new Error(submitted.failure.message);
    for (const { body } of pipeline.deliveries) check('message-url-batch', JSON.parse(body));
    await pipeline.run(submitted.job.id);
    const client = stores.table.documents;
    for await (const { Items: items = [] } of paginateScan({ client }, { TableName: stores.table.name }))
      for (const item of items) {
        const sk = String(item['SK']);
        expect(item['v'], `${String(item['PK'])} ${sk}`).toBe(writtenVersion(item as unknown as TableKey));
        if (sk === 'META') check('item-job', item);
        else if (sk.startsWith('U#')) check('item-page', item);
        else if (sk === 'LATEST') {
          check('item-latest', item);
          const text = await getObject(stores.envelopes, String(item['envelopeKey']));
          check('object-envelope', JSON.parse(text ?? 'null'));
        }
      }
    for (const name of ['message-url-batch', 'item-job', 'item-page', 'item-latest', 'object-envelope'])
      expect(checked.get(name), name).toBeGreaterThan(0);
  } finally {
    await site.close();
    await stores.stop();
  }
});
