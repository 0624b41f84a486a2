import { expect, test } from 'vitest';
import type { StandingResource } from '../lib/store/account/read-stack.ts';
import { destroyStack, showDestruction, type DestroyWorld } from './destroy-stack.ts';

const resource = (type: string, physicalId: string, isKept: boolean): StandingResource => ({
  logicalId: physicalId,
  type,
  physicalId,
  isKept,
});

const staging = [
  resource('AWS::DynamoDB::Table', 't', false),
  resource('AWS::S3::Bucket', 'b1', false),
  resource('AWS::S3::Bucket', 'b2', false),
];
const production = staging.map((it) => ({ ...it, isKept: true }));

/** A world that notes what is done to it; the CDK answers these statuses, one after the other. */
const worldOf = (standing: readonly StandingResource[] | null, statuses: readonly number[], yes = true) => {
  const done: string[] = [];
  const said: string[] = [];
  const left = [...statuses];
  const world: DestroyWorld = {
    stack: 'Gleaner-staging',
    place: 'eu-central-1',
    readStack: async () => standing,
    emptyBucket: async (bucket) => {
      done.push(`empty ${bucket}`);
      return 2;
    },
    emptyVectorBucket: async (bucket) => {
      done.push(`empty vectors ${bucket}`);
      return 1;
    },
    isProtected: async (table) => table === 'protected',
    destroy: async () => {
      done.push('destroy');
      return left.shift() ?? 1;
    },
    deleteSecrets: async () => void done.push('delete secrets'),
    agrees: async () => yes,
    say: (text) => void said.push(text),
  };
  return { world, done, said };
};

test('a stack that keeps nothing is emptied before it goes, and again where more was written', async () => {
  const { world, done, said } = worldOf(staging, [1, 0]);
  expect(await destroyStack(world)).toEqual({ exitCode: 0 });
  expect(done).toEqual([
    'empty b1',
    'empty b2',
    'destroy',
    'empty b1',
    'empty b2',
    'destroy',
    'delete secrets',
  ]);
  expect(said[0]).toContain('leaves nothing');
});

test('of a stack that was deployed to keep its data no object is deleted, and what stays is named', async () => {
  const { world, done, said } = worldOf(production, [0]);
  expect(await destroyStack(world)).toEqual({ exitCode: 0 });
  expect(done).toEqual(['destroy']);
  expect(said[0]).toMatch(/keeps:\n {2}table t\n {2}bucket b1\n {2}bucket b2\nThey hold your data/);
});

test('without a yes, or without such a stack, nothing is done', async () => {
  for (const { world, done } of [worldOf(staging, [0], false), worldOf(null, [0])]) {
    expect((await destroyStack(world)).message).toMatch(/nothing was done/i);
    expect(done).toEqual([]);
  }
});

test('a bucket of vectors loses its indexes before the stack goes: AWS deletes none that has one', async () => {
  const arn = 'arn:aws:s3vectors:eu-central-1:123456789012:bucket/v1';
  const vectors = resource('AWS::S3Vectors::VectorBucket', arn, false);
  const { world, done, said } = worldOf([...staging, vectors], [0]);
  expect(await destroyStack(world)).toEqual({ exitCode: 0 });
  expect(done).toEqual(['empty b1', 'empty b2', `empty vectors ${arn}`, 'destroy', 'delete secrets']);
  expect(said[0]).toContain(`bucket of vectors ${arn}`);
  expect(said).toContain(`Deleted 1 index of ${arn}.`);
});

test('a bucket of vectors that is kept keeps its indexes', async () => {
  const { world, done, said } = worldOf([resource('AWS::S3Vectors::VectorBucket', 'v1', true)], [0]);
  expect(await destroyStack(world)).toEqual({ exitCode: 0 });
  expect(done).toEqual(['destroy']);
  expect(said[0]).toContain('keeps:\n  bucket of vectors v1');
});

test('of a stack whose table is protected against deletion nothing is deleted, and the command says so before it asks', async () => {
  const standing = [resource('AWS::DynamoDB::Table', 'protected', false), ...staging.slice(1)];
  const { world, done, said } = worldOf(standing, [0]);
  const ended = await destroyStack(world);
  expect(ended).toMatchObject({
    exitCode: 3,
    message: expect.stringMatching(/protected .*Nothing was done/),
  });
  expect(ended.message).toContain(
    'aws dynamodb update-table --table-name protected --no-deletion-protection-enabled',
  );
  expect([done, said]).toEqual([[], []]);
  const shown: string[] = [];
  const show = async (text: string) => void shown.push(text);
  expect(await showDestruction({ ...world, show })).toMatchObject({ exitCode: 3 });
  expect(shown).toEqual([]);
});

test('a table that is kept may be protected: the stack goes, and the table stays', async () => {
  const { world, done } = worldOf([resource('AWS::DynamoDB::Table', 'protected', true)], [0]);
  expect(await destroyStack(world)).toEqual({ exitCode: 0 });
  expect(done).toEqual(['destroy']);
});

test('what a failed creation never made has no id, and is neither asked about nor emptied', async () => {
  const types = ['AWS::DynamoDB::Table', 'AWS::S3::Bucket', 'AWS::S3Vectors::VectorBucket'];
  const { world, done } = worldOf([...staging, ...types.map((type) => resource(type, '', false))], [0]);
  const asked: string[] = [];
  const isProtected = async (table: string) => {
    asked.push(table);
    return await Promise.resolve(false);
  };
  expect(await destroyStack({ ...world, isProtected })).toEqual({ exitCode: 0 });
  expect([asked, done]).toEqual([['t'], ['empty b1', 'empty b2', 'destroy', 'delete secrets']]);
});
