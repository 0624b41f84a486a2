import { fork } from 'node:child_process';
import { join } from 'node:path';
import { moduleExtension } from '../../lib/module-extension.ts';
import { compileCacheVariable } from '../compile-cache.ts';

/** What a child process sends back: the result of its task, or why there is none. */
export type TaskOutcome = { readonly made: unknown } | { readonly problem: string };

/**
 * Runs a task of this folder once, in a process of its own, because what it takes in memory ends with it: bundling and
 * CDK would each keep some 200 MB for as long as the stack runs. Input and result are JSON.
 *
 * @throws what the task threw, by its message.
 */
export const runChildTask = async (
  task: 'bundle-task' | 'synthesise-task',
  input: object,
  environment: Readonly<Record<string, string>> = {},
): Promise<unknown> => {
  const child = fork(join(import.meta.dirname, `${task}${moduleExtension}`), {
    env: { ...process.env, ...compileCacheVariable, ...environment },
    // Options of this process, such as a small young generation, are not for a compiler.
    execArgv: [],
    serialization: 'json',
  });
  return await new Promise((done, fail) => {
    child.once('message', (outcome) => {
      const sent = outcome as TaskOutcome;
      if ('made' in sent) done(sent.made);
      else fail(new Error(sent.problem));
    });
    child.once('error', fail);
    child.once('exit', (code, signal) =>
      fail(new Error(`Cannot prepare the stack: the process of ${task} ended with ${signal ?? code}`)),
    );
    child.send(input);
  });
};
