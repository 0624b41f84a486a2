import type { Evidence } from './page-kind.ts';

/** Signs of a start page: the root of a site, with parts that lead into it. */
export const homeEvidence: Evidence = () => [];
