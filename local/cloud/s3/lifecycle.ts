import { AwsError, notImplemented } from '../aws-error.ts';
import { readText } from '../read-text.ts';
import { removeObject } from './commit-object.ts';
import type { S3, S3Action } from './context.ts';
import { requireBucket, type ObjectRow } from './object-row.ts';
import { readTags } from './object-tags.ts';
import { childElements, childText, parseXml, type Element } from './xml.ts';

/** A rule of a bucket: objects under a prefix, with all of these tags, are removed so many days after they were put. */
export interface LifecycleRule {
  readonly prefix: string;
  readonly tags: readonly (readonly [name: string, value: string])[];
  readonly days: number;
}

const dayMs = 24 * 60 * 60_000;

/** Objects that one transaction looks at: others are served between two. */
const atOnce = 1_000;

const ruleIn = (element: Element): LifecycleRule[] => {
  const [expiration] = childElements(element, 'Expiration');
  // What ends unfinished uploads alone removes no object.
  if (childText(element, 'Status') !== 'Enabled' || expiration === undefined) return [];
  const days = Number(childText(expiration, 'Days'));
  if (!Number.isInteger(days) || days < 1) throw notImplemented('s3', 'an expiration without days');
  const [filter] = childElements(element, 'Filter');
  const [both = filter] = filter === undefined ? [] : childElements(filter, 'And');
  const tags = (both === undefined ? [] : childElements(both, 'Tag')).map(
    (one) => [childText(one, 'Key') ?? '', childText(one, 'Value') ?? ''] as const,
  );
  const prefix = (both && childText(both, 'Prefix')) ?? childText(element, 'Prefix') ?? '';
  return [{ prefix, tags, days }];
};

/** Sets when a bucket's objects expire. */
export const putLifecycle: S3Action = async ({ db }, request) => {
  requireBucket(db, request.bucket);
  const wanted = parseXml(await readText(request.body));
  const rules = childElements(wanted, 'Rule');
  if (rules.length === 0 || rules.length > 1_000)
    throw new AwsError('MalformedXML', 'The XML you provided must have 1 to 1,000 rules.');
  db.run(
    'INSERT INTO lifecycles VALUES (?, ?) ON CONFLICT (bucket) DO UPDATE SET rules = excluded.rules',
    request.bucket,
    JSON.stringify(rules.flatMap(ruleIn)),
  );
  return { status: 200 };
};

const expires = (row: ObjectRow, rules: readonly LifecycleRule[], now: number): boolean => {
  const tags = readTags(row);
  return rules.some(
    (rule) =>
      row.key.startsWith(rule.prefix) &&
      row.modified_ms + rule.days * dayMs <= now &&
      rule.tags.every(([name, value]) => tags.get(name) === value),
  );
};

/**
 * Removes the objects that the rules of their buckets let expire; where several rules fit, the earliest decides, as at
 * S3. An object counts from when it was put. Its removal sends no event of a removed object.
 */
export const expireObjects = (s3: S3): void => {
  const now = s3.now();
  for (const { bucket, rules: text } of s3.db.all<{ bucket: string; rules: string }>(
    'SELECT bucket, rules FROM lifecycles',
  )) {
    const rules = JSON.parse(text) as LifecycleRule[];
    const days = Math.min(...rules.map((rule) => rule.days));
    for (let after = ''; Number.isFinite(days);) {
      const rows = s3.db.all<ObjectRow>(
        'SELECT * FROM objects WHERE bucket = ? AND key > ? AND modified_ms <= ? ORDER BY key LIMIT ?',
        bucket,
        after,
        now - days * dayMs,
        atOnce,
      );
      for (const row of rows) if (expires(row, rules, now)) removeObject(s3, bucket, row.key, 'silently');
      const last = rows.at(-1);
      if (last === undefined || rows.length < atOnce) break;
      after = last.key;
    }
  }
};
