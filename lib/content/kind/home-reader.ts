import { readFramed } from './framed-reader.ts';
import type { Reader } from './reader.ts';

/** Reads a start page: its parts, without the frame. */
export const readHome: Reader = (input) => readFramed(input, []);
