import type { Evidence } from './evidence.ts';
import { generatorOf } from '../reference/known-generator.ts';

/** Signs of documentation: marks of the generators that write it (DocBook, Sphinx, rustdoc and the like), or the shape of its text. */
export const referenceEvidence: Evidence = ({ elements, metadata }) => {
  const generator = generatorOf(elements, metadata);
  return generator === null ? [] : [`written by ${generator.name}`];
};
