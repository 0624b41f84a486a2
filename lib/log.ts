import type { PlainObject } from './plain-object.ts';

/** Writes one line of the log: what happened, and what is known of it. Nothing secret, and nothing that pages say. */
export type Log = (event: string, fields: PlainObject) => void;
