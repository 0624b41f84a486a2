import type { Sandbox } from './sandbox.ts';

/** Whom a call is made to. */
export type Service = 'table' | 'queues' | 'objects' | 'secrets' | 'events' | 'site';

/** An answer over HTTP, as an AWS service or a site gives it. */
export interface CallAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

/**
 * A call that a sandbox made and that waits for the scheduler: it is carried out, answered otherwise, or lost, when
 * and as the scheduler says.
 */
export interface Call {
  readonly sandbox: Sandbox;
  readonly service: Service;
  /** `TransactWriteItems`, `SendMessageBatch`, `PUT`, `GET`. */
  readonly action: string;
  /** What it is about, for the trace: the same in every run of a seed. */
  readonly subject: string;
  /** The request's body as text; a mutant may have changed it. */
  body: string;
  /** Carries the call out with the body as it stands. */
  readonly perform: () => Promise<CallAnswer>;
  readonly answer: (answer: CallAnswer) => void;
  readonly fail: (error: Error) => void;
}

const pending: Call[] = [];

/** Calls that wait, in the order in which they were made. */
export const pendingCalls = (): readonly Call[] => pending;

export const addCall = (call: Call): void => {
  // A dead process asks for nothing: what is left of it hangs here for good.
  if (call.sandbox.alive) pending.push(call);
};

export const removeCall = (call: Call): void => {
  const index = pending.indexOf(call);
  if (index !== -1) pending.splice(index, 1);
};

/** Ends a sandbox where it stands: its calls are never answered, its timers never fire. */
export const kill = (sandbox: Sandbox): void => {
  sandbox.alive = false;
  for (const call of pending.filter((one) => one.sandbox === sandbox)) removeCall(call);
};

export const forgetCalls = (): void => {
  pending.length = 0;
};

/** An error as a broken connection gives it: the SDK tries again by itself. */
export const connectionReset = (): Error =>
  Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET', errno: -104, syscall: 'read' });
