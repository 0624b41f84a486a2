import type { Evidence } from './page-kind.ts';

/** Signs of a listing: entries that repeat and lead elsewhere. */
export const listingEvidence: Evidence = () => [];
