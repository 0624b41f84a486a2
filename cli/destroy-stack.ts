import type { StandingResource } from '../lib/store/account/read-stack.ts';
import { exitCodes, type CommandEnding } from './exit-code.ts';

/** What destroying a stack needs. */
export interface DestroyWorld {
  readonly stack: string;
  readonly place: string;
  readonly readStack: (stack: string) => Promise<readonly StandingResource[] | null>;
  readonly emptyBucket: (bucket: string) => Promise<number>;
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
  'AWS::KMS::Key': 'key',
};

const whyKept =
  'They hold your data, and a production stack does not delete data. Delete them by hand when you no longer need\n' +
  'them. The parameters below /<stack>/ stay as well: key-secret protects the API keys in the table.';

/** Shows what is deleted and what stays, asks, and destroys the stack as it was deployed. */
export const destroyStack = async (world: DestroyWorld): Promise<CommandEnding> => {
  const { stack, place, say } = world;
  const standing = await world.readStack(stack);
  if (standing === null)
    return {
      exitCode: exitCodes.refused,
      message: `There is no stack ${stack} in ${place}, so nothing was done.`,
    };
  const kept = standing.filter(({ isKept }) => isKept);
  const buckets = standing.filter(({ type, isKept }) => type === 'AWS::S3::Bucket' && !isKept);
  const listed = (of: readonly StandingResource[]): string =>
    of.map(({ type, physicalId }) => `  ${kinds[type] ?? type} ${physicalId}`).join('\n');
  say(
    kept.length === 0
      ? `Taking down ${stack} leaves nothing behind. It also deletes all objects of\n${listed(buckets)}`
      : `Taking down ${stack} keeps:\n${listed(kept)}\n${whyKept}`,
  );
  if (!(await world.agrees(`Take down ${stack} in ${place}?`)))
    return { exitCode: exitCodes.refused, message: 'Nothing was done.' };
  for (let attempt = 1; attempt <= triesMax; attempt += 1) {
    for (const { physicalId } of buckets) {
      const count = await world.emptyBucket(physicalId).catch((error: unknown) => {
        // The previous try deleted it.
        if ((error as Error).name === 'NoSuchBucket') return 0;
        throw error;
      });
      if (count > 0) say(`Deleted ${count} objects of ${physicalId}.`);
    }
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
