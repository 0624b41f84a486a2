import { indexedText } from '../../../ingest/index-words.ts';

/**
 * Returns a text as PostgreSQL indexes it. Its parser takes addresses, paths and version numbers for one word each;
 * without the signs in them it finds their words, as the index in a file does.
 */
export const postgresText = (text: string): string => indexedText(text).replaceAll(/[/.:@]/g, ' ');
