import { BatchGetCommand, type BatchGetCommandInput } from '@aws-sdk/lib-dynamodb';
import { pageSchema, type Page } from '../../frontier/page.ts';
import { type Table } from '../table.ts';
import { pageKey, type TableKey } from '../../keys/table-keys.ts';
import type { PlainObject } from '../../plain-object.ts';

const keysPerCall = 100;

type Keys = TableKey[];

/** Reads items by key, 100 a call, until DynamoDB has left none unread. */
export const getItems = async (
  table: Table,
  keys: readonly TableKey[],
  options: { consistent: boolean; attributes?: readonly string[] },
): Promise<PlainObject[]> => {
  const found: PlainObject[] = [];
  let open: Keys = [...keys];
  while (open.length > 0) {
    const request: BatchGetCommandInput = {
      RequestItems: {
        [table.name]: {
          Keys: open.splice(0, keysPerCall),
          ConsistentRead: options.consistent,
          ...(options.attributes === undefined
            ? {}
            : { ProjectionExpression: options.attributes.join(', ') }),
        },
      },
    };
    const answer = await table.documents.send(new BatchGetCommand(request));
    found.push(...(answer.Responses?.[table.name] ?? []));
    open = [...((answer.UnprocessedKeys?.[table.name]?.Keys ?? []) as Keys), ...open];
  }
  return found;
};

const readPages = async (
  table: Table,
  job: string,
  hashes: Iterable<string>,
  consistent: boolean,
): Promise<Map<string, Page>> => {
  const keys = [...hashes].map((hash) => pageKey(job, hash));
  const pages = (await getItems(table, keys, { consistent })).map((item) => pageSchema.parse(item));
  return new Map(pages.map((page) => [page.hash, page]));
};

/**
 * Reads the pages with these hashes in their present state, once each, in the given order. It leaves out pages that do
 * not exist.
 */
export const findPages = async (table: Table, job: string, hashes: readonly string[]): Promise<Page[]> => {
  const names = new Set(hashes);
  const found = await readPages(table, job, names, true);
  return [...names].flatMap((hash) => found.get(hash) ?? []);
};

/**
 * Reads pages that were only just admitted as `findPages` does, for half of its price: eventually consistent, and those
 * that are missing there again. A page may be over by now and still be found open. Each write asks for its present
 * state, so such a page is requested once more and not counted.
 */
export const findFreshPages = async (
  table: Table,
  job: string,
  hashes: readonly string[],
): Promise<Page[]> => {
  const names = new Set(hashes);
  const found = await readPages(table, job, names, false);
  const missing = [...names].filter((hash) => !found.has(hash));
  for (const [hash, page] of await readPages(table, job, missing, true)) found.set(hash, page);
  return [...names].flatMap((hash) => found.get(hash) ?? []);
};

/**
 * Finds which of these pages exist. Eventually consistent: an existing page may be missing, but every named one exists.
 */
export const findExisting = async (
  table: Table,
  job: string,
  hashes: readonly string[],
): Promise<Set<string>> => {
  const items = await getItems(
    table,
    hashes.map((hash) => pageKey(job, hash)),
    { consistent: false, attributes: ['SK'] },
  );
  return new Set(items.map((item) => String(item['SK']).slice('U#'.length)));
};

/** Finds which of these pages one of the jobs holds, by hash. The jobs are over, so the answer stays true. */
export const findHeld = async (
  table: Table,
  jobs: readonly string[],
  hashes: readonly string[],
): Promise<Set<string>> => {
  const items = await getItems(
    table,
    jobs.flatMap((job) => hashes.map((hash) => pageKey(job, hash))),
    { consistent: true, attributes: ['SK'] },
  );
  return new Set(items.map((item) => String(item['SK']).slice('U#'.length)));
};
