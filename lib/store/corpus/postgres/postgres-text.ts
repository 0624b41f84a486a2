import { indexedText, queryForms } from '../../../ingest/index-words.ts';

const withoutSigns = (text: string): string => text.replaceAll(/[/.:@]/g, ' ');

/**
 * Returns a text as PostgreSQL indexes it. Its parser takes addresses, paths and version numbers for one word each;
 * without the signs in them it finds their words, as the index in a file does.
 */
export const postgresText = (text: string, language: string): string =>
  withoutSigns(indexedText(text, language));

/** Returns the forms of a query's words as PostgreSQL looks for them. */
export const postgresForms = (words: readonly string[]): string[] => queryForms(words).map(withoutSigns);
