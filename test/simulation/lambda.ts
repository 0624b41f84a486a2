import { functionSpecs } from '../../infra/functions.ts';
import { kill } from './calls.ts';
import type { SimulatedMessage, Queue } from './queues.ts';
import { thisRelease, type Release } from './releases.ts';
import { runIn, type Sandbox } from './sandbox.ts';
import type { FunctionName } from './simulated-functions.ts';
import { virtualNow } from './virtual-time.ts';

/** Sandboxes of a function at the same time. */
const concurrency: Readonly<Record<FunctionName, number>> = {
  api: 3,
  'fetch-pages': 3,
  'render-pages': 2,
  'extract-pages': 2,
  'finish-job': 2,
  'deliver-webhooks': 1,
  'bury-dead-letters': 2,
  heartbeat: 2,
  'manage-keys': 1,
};

/** What an invocation answers whose sandbox died under it. */
export const gone = Symbol('gone');

/** An invocation that somebody wants and that has not begun. */
interface Wish {
  readonly name: FunctionName;
  readonly event: unknown;
  readonly resolve: (answer: unknown) => void;
  readonly reject: (error: Error) => void;
}

interface Invocation {
  readonly sandbox: Sandbox;
  readonly deadline: number;
  readonly gone: () => void;
}

/** Lambda: sandboxes that take one event at a time, are used again, and die. */
export interface Lambda {
  /** Answers `gone` when the sandbox dies; throws what the handler throws. */
  invoke(name: FunctionName, event: unknown): Promise<unknown>;
  /** Begins an invocation that was waiting for room, if there is one. */
  beginNext(): Promise<boolean>;
  hasRoom(name: FunctionName): boolean;
  /** Ends a sandbox where it stands. */
  end(sandbox: Sandbox, why: string): void;
  endOverdue(): void;
  readonly running: readonly Sandbox[];
  isIdle(): boolean;
  /** When the next invocation runs out of time, or infinity. */
  nextDeadline(): number;
}

const timeoutMsOf = (name: FunctionName): number =>
  1_000 * (functionSpecs.find((spec) => spec.name === name)?.timeoutSeconds ?? 0);

/** What Lambda hands a handler beside the event. */
const contextOf = (name: FunctionName, remainingMs: () => number): object => ({
  functionName: name,
  functionVersion: '$LATEST',
  memoryLimitInMB: '512',
  invokedFunctionArn: `arn:aws:lambda:us-east-1:000000000000:function:${name}`,
  awsRequestId: 'request',
  getRemainingTimeInMillis: remainingMs,
});

let instances = 0;

/**
 * Starts a sandbox: the handler's own module, evaluated anew, as Lambda does. Nothing that an earlier sandbox kept
 * in its memory is known to it.
 */
const startSandbox = async (name: FunctionName, id: string, release: Release): Promise<Sandbox> => {
  instances += 1;
  const module = (await import(`${release.url(`functions/${name}`)}?instance=${instances}`)) as {
    handler: Sandbox['handler'];
  };
  return { id, functionName: name, release: release.name, handler: module.handler, alive: true, busy: false };
};

/**
 * An event as a sandbox of its release gets it. In the release before, each queue had dead letters of its own, named
 * after it. The mapping of the one that all share is made after its function is of this release, so a sandbox of the
 * release before gets letters of the old ones alone.
 */
const eventFor = (sandbox: Sandbox, event: unknown): unknown => {
  if (sandbox.release !== 'before' || sandbox.functionName !== 'bury-dead-letters') return event;
  const { Records } = event as { readonly Records: readonly QueueRecord[] };
  return {
    Records: Records.map((record) => {
      const { DeadLetterQueueSourceArn: source, ...attributes } = record.attributes;
      return { ...record, attributes, eventSourceARN: `${source ?? record.eventSourceARN}-dead` };
    }),
  };
};

interface QueueRecord {
  readonly attributes: Readonly<Record<string, string>>;
  readonly eventSourceARN: string;
}

/** The event of an event source mapping. */
export const queueEvent = (queue: Queue, messages: readonly SimulatedMessage[]): object => ({
  Records: messages.map((message) => ({
    messageId: message.id,
    receiptHandle: message.id,
    body: message.body,
    attributes: {
      ApproximateReceiveCount: String(message.receives),
      ApproximateFirstReceiveTimestamp: String(message.firstReceivedAt),
      ...(message.from === undefined
        ? {}
        : { DeadLetterQueueSourceArn: `arn:aws:sqs:us-east-1:000000000000:${message.from}` }),
    },
    messageAttributes: {},
    eventSource: 'aws:sqs',
    eventSourceARN: `arn:aws:sqs:us-east-1:000000000000:${queue.name}`,
    awsRegion: 'us-east-1',
  })),
});

/** `nextRelease` says whose handlers the next sandbox runs, `receive` what it reads of an event. */
export const openLambda = (options: {
  readonly note: (line: string) => void;
  readonly nextRelease?: () => Release;
  readonly receive?: (sandbox: Sandbox, event: unknown) => unknown;
}): Lambda => {
  const { note, nextRelease = () => thisRelease, receive = (_, event) => event } = options;
  const sandboxes: Sandbox[] = [];
  const invocations = new Set<Invocation>();
  const wishes: Wish[] = [];
  let started = 0;

  const hasRoom = (name: FunctionName): boolean =>
    sandboxes.filter((one) => one.functionName === name && one.busy).length < concurrency[name];

  const idleSandbox = async (name: FunctionName): Promise<Sandbox> => {
    const idle = sandboxes.find((one) => one.functionName === name && !one.busy);
    if (idle !== undefined) return idle;
    started += 1;
    const release = nextRelease();
    const id = `${name}#${started}${release.name === 'before' ? '-before' : ''}`;
    const sandbox = await startSandbox(name, id, release);
    sandboxes.push(sandbox);
    return sandbox;
  };

  const begin = async ({ name, event, resolve, reject }: Wish): Promise<void> => {
    const sandbox = await idleSandbox(name);
    sandbox.busy = true;
    note(`${sandbox.id} begins`);
    const deadline = virtualNow() + timeoutMsOf(name);
    const invocation: Invocation = { sandbox, deadline, gone: () => resolve(gone) };
    invocations.add(invocation);
    const context = contextOf(name, () => deadline - virtualNow());
    const end = (): boolean => {
      sandbox.busy = false;
      return invocations.delete(invocation);
    };
    runIn(sandbox, () => sandbox.handler(receive(sandbox, eventFor(sandbox, event)), context)).then(
      (answer) => void (end() && resolve(answer)),
      (error: Error) => void (end() && reject(error)),
    );
  };

  const endSandbox = (sandbox: Sandbox, why: string): void => {
    note(`${sandbox.id} dies (${why})`);
    kill(sandbox);
    sandboxes.splice(sandboxes.indexOf(sandbox), 1);
    for (const invocation of [...invocations].filter((one) => one.sandbox === sandbox)) {
      invocations.delete(invocation);
      invocation.gone();
    }
  };

  return {
    invoke: async (name, event) =>
      await new Promise((resolve, reject) => void wishes.push({ name, event, resolve, reject })),
    beginNext: async () => {
      const wish = wishes.find(({ name }) => hasRoom(name));
      if (wish === undefined) return false;
      wishes.splice(wishes.indexOf(wish), 1);
      await begin(wish);
      return true;
    },
    hasRoom: (name) => hasRoom(name) && wishes.every((wish) => wish.name !== name),
    end: endSandbox,
    endOverdue: () => {
      for (const { sandbox, deadline } of invocations) {
        if (deadline <= virtualNow()) endSandbox(sandbox, 'out of time');
      }
    },
    get running() {
      return [...invocations].map(({ sandbox }) => sandbox);
    },
    isIdle: () => invocations.size === 0 && wishes.length === 0,
    nextDeadline: () =>
      Math.min(Number.POSITIVE_INFINITY, ...[...invocations].map(({ deadline }) => deadline)),
  };
};
