import { listingPasses } from '../passes/offer-passes.ts';
import { readFramed } from './framed-reader.ts';
import type { Reader } from './reader.ts';

/** Reads a listing: every entry. */
export const readListing: Reader = (input) => readFramed(input, listingPasses);
