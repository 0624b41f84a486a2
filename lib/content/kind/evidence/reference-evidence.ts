import type { KindEvidence } from './evidence.ts';
import { detectGenerator } from '../reference/known-generator.ts';

/**
 * Returns signs of documentation: marks of the generators that write it (DocBook, Sphinx, rustdoc and the like), or the
 * shape of its text.
 */
export const referenceEvidence: KindEvidence = ({ elements, metadata }) => {
  const generator = detectGenerator(elements, metadata);
  return generator === null ? [] : [`written by ${generator.name}`];
};
