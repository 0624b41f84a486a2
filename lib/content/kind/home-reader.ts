import { readFramed } from './framed-reader.ts';
import type { KindReader } from './reader.ts';

/** Reads a start page: its parts, without the frame. */
export const readHome: KindReader = (input) => readFramed(input, []);
