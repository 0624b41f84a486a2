import type { Evidence } from './page-kind.ts';

/** Signs of a product's page: one offer with its price, and what is said of the thing. */
export const productEvidence: Evidence = () => [];
