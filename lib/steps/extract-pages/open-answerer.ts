import type { AnswerPage } from '../../extract/model/answered.ts';
import { answerFormats } from '../../extract/model/answer-formats.ts';
import { openAsking, type AskingDependencies } from './open-asking.ts';

/** Makes what answers pages in a deployment: with the models that it has keys for, and the answers that it has kept. */
export const openAnswerer = (dependencies: AskingDependencies): AnswerPage =>
  answerFormats(openAsking(dependencies));
