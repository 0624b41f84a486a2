import type { Evidence } from './page-kind.ts';

/** Signs of documentation: marks of the generators that write it (DocBook, Sphinx, rustdoc and the like), or the shape of its text. */
export const referenceEvidence: Evidence = () => [];
