import type { AnswerPage } from './answered.ts';

/** Not yet. */
export const openAnswerer =
  (_dependencies: object): AnswerPage =>
  () => {
    throw new Error('no');
  };
