import type { StandingResource } from '../lib/store/account/read-stack.ts';
import { exitCodes, type CommandEnding } from './exit-code.ts';

/** What destroying a stack needs. */
export interface DestroyWorld {
  readonly stack: string;
  readonly place: string;
  readonly readStack: (stack: string) => Promise<readonly StandingResource[] | null>;
  readonly emptyBucket: (bucket: string) => Promise<number>;
  /** Deletes the indexes of a bucket of vectors; returns how many there were. */
  readonly emptyVectorBucket: (bucket: string) => Promise<number>;
  /** Whether DynamoDB refuses to delete a table. */
  readonly isProtected: (table: string) => Promise<boolean>;
  /** Has the CDK destroy it; returns its exit status. */
  readonly destroy: () => Promise<number>;
  /** Deletes its secrets, which the CDK does not know. */
  readonly deleteSecrets: () => Promise<void>;
  readonly agrees: (question: string) => Promise<boolean>;
  readonly say: (text: string) => void;
}

/** Functions may write while the first try runs; after it they are gone. */
const triesMax = 3;

const kinds: Readonly<Record<string, string>> = {
  'AWS::DynamoDB::Table': 'table',
  'AWS::S3::Bucket': 'bucket',
  'AWS::S3Vectors::VectorBucket': 'bucket of vectors',
  'AWS::KMS::Key': 'key',
};

const whyKept =
  'They hold your data, and a production stack does not delete data. Delete them by hand when you no longer need\n' +
  'them. The parameters below /<stack>/ stay as well: key-secret protects the API keys in the table.';

const noStack = ({ stack, place }: Pick<DestroyWorld, 'stack' | 'place'>): CommandEnding => ({
  exitCode: exitCodes.refused,
  message: `There is no stack ${stack} in ${place}, so nothing was done.`,
});

const keptOf = (standing: readonly StandingResource[]): StandingResource[] =>
  standing.filter(({ isKept }) => isKept);

/** Returns resources of these types that go with the stack. One that a failed creation never made has no id. */
const findGoing = (standing: readonly StandingResource[], types: readonly string[]): StandingResource[] =>
  standing.filter(({ type, physicalId, isKept }) => types.includes(type) && physicalId !== '' && !isKept);

/** CloudFormation deletes these only when they are empty. */
const emptiedOf = (standing: readonly StandingResource[]): StandingResource[] =>
  findGoing(standing, ['AWS::S3::Bucket', 'AWS::S3Vectors::VectorBucket']);

/** Empties a bucket, and says what it deleted. A bucket that an earlier try deleted counts as empty. */
const empty = async (
  { emptyBucket, emptyVectorBucket, say }: DestroyWorld,
  { type, physicalId }: StandingResource,
): Promise<void> => {
  const isOfVectors = type === 'AWS::S3Vectors::VectorBucket';
  const count = await (isOfVectors ? emptyVectorBucket : emptyBucket)(physicalId).catch((error: unknown) => {
    if (/^(?:NoSuchBucket|NotFoundException)$/.test((error as Error).name)) return 0;
    throw error;
  });
  const what = isOfVectors ? (count === 1 ? 'index' : 'indexes') : 'objects';
  if (count > 0) say(`Deleted ${count} ${what} of ${physicalId}.`);
};

/** Says what is deleted with a stack, and what stays. */
const tellDestruction = (stack: string, standing: readonly StandingResource[]): string => {
  const kept = keptOf(standing);
  const listed = (of: readonly StandingResource[]): string =>
    of.map(({ type, physicalId }) => `  ${kinds[type] ?? type} ${physicalId}`).join('\n');
  const deleted = standing.length - kept.length;
  return kept.length === 0
    ? `Taking down ${stack} leaves nothing behind. It also deletes all that is in\n${listed(emptiedOf(standing))}`
    : `Taking down ${stack} deletes ${deleted} of its ${standing.length} resources, and keeps:\n` +
        `${listed(kept)}\n${whyKept}`;
};

/**
 * Refuses a stack that would lose its buckets and then fail to go, because its table is protected against deletion: it
 * was in production before. Null if no such table stands in the way.
 */
const refuseProtected = async (
  { stack, isProtected }: Pick<DestroyWorld, 'stack' | 'isProtected'>,
  standing: readonly StandingResource[],
): Promise<CommandEnding | null> => {
  for (const { physicalId: table } of findGoing(standing, ['AWS::DynamoDB::Table']))
    if (await isProtected(table))
      return {
        exitCode: exitCodes.refused,
        message:
          `Cannot take down ${stack}: its table is protected against deletion. Nothing was done. If its data may ` +
          `go:\n  aws dynamodb update-table --table-name ${table} --no-deletion-protection-enabled`,
      };
  return null;
};

/** Shows what `destroyStack` would delete and what would stay, and changes nothing. */
export const showDestruction = async ({
  stack,
  place,
  readStack,
  isProtected,
  show,
}: Pick<DestroyWorld, 'stack' | 'place' | 'readStack' | 'isProtected'> & {
  readonly show: (text: string) => Promise<void>;
}): Promise<CommandEnding> => {
  const standing = await readStack(stack);
  if (standing === null) return noStack({ stack, place });
  const refused = await refuseProtected({ stack, isProtected }, standing);
  if (refused !== null) return refused;
  await show(`${tellDestruction(stack, standing)}\n`);
  return { exitCode: exitCodes.completed };
};

/** Shows what is deleted and what stays, asks, and destroys the stack as it was deployed. */
export const destroyStack = async (world: DestroyWorld): Promise<CommandEnding> => {
  const { stack, place, say } = world;
  const standing = await world.readStack(stack);
  if (standing === null) return noStack(world);
  const refused = await refuseProtected(world, standing);
  if (refused !== null) return refused;
  const kept = keptOf(standing);
  const buckets = emptiedOf(standing);
  say(tellDestruction(stack, standing));
  if (!(await world.agrees(`Take down ${stack} in ${place}?`)))
    return { exitCode: exitCodes.refused, message: 'Nothing was done.' };
  for (let attempt = 1; attempt <= triesMax; attempt += 1) {
    for (const bucket of buckets) await empty(world, bucket);
    if ((await world.destroy()) === 0) {
      if (kept.length === 0) await world.deleteSecrets();
      return { exitCode: exitCodes.completed };
    }
    if (buckets.length === 0) break;
  }
  return {
    exitCode: exitCodes.refused,
    message: 'CDK could not take the stack down. Its own messages are above.',
  };
};
