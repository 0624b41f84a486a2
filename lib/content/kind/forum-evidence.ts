import type { Evidence } from './page-kind.ts';

/** Signs of a thread: posts that repeat, each with who wrote it and when. */
export const forumEvidence: Evidence = () => [];
