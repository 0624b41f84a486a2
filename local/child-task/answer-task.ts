import type { TaskOutcome } from './run-child-task.ts';

/**
 * Runs `task` with the input that the parent sends, sends the result or the problem back, and lets this process end.
 */
export const answerTask = (task: (input: unknown) => Promise<unknown>): void => {
  const send = (outcome: TaskOutcome): void => {
    process.send?.(outcome, () => process.disconnect());
  };
  process.once('message', (input: unknown) => {
    void task(input).then(
      (made) => send({ made }),
      (error: unknown) => send({ problem: error instanceof Error ? error.message : String(error) }),
    );
  });
  // Whoever started it is gone.
  process.once('disconnect', () => process.exit());
};
