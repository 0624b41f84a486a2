import { listingPasses } from '../passes/offer-passes.ts';
import { readFramed } from './framed-reader.ts';
import type { KindReader } from './reader.ts';

/** Reads a listing: every entry. */
export const readListing: KindReader = (input) => readFramed(input, listingPasses);
