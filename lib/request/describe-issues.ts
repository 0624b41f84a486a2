import type * as z from 'zod';
import { isPlainObject } from '../plain-object.ts';
import { nearOption } from '../suggest-name.ts';
import { expectedWords } from '../expected-words.ts';
import { failure, type Failure, type FailureCode } from '../failure.ts';

const foundCharactersMax = 60;

/** As much of what was found as is searched for secrets: more than a URL may have. */
const searchedCharactersMax = 4_096;

/** What stands before an at sign, from the last character that divides a URL. */
const beforeAt = /(?<=^|[\s/?#"])[^\s/?#"]+@/g;

/** Leaves out user name and password of URLs: an answer is logged, and shown to others than who sent the request. */
const withoutUserInfo = (text: string): string =>
  text
    .slice(0, searchedCharactersMax)
    .replace(beforeAt, (found, at: number, whole: string) =>
      found.includes(':') || whole.slice(0, at).endsWith('//') ? '…@' : found,
    );

/** Shows what was found in a request, cut to a length that a sentence bears, without the user name of a URL. */
export const shownInput = (input: unknown): string => {
  if (input === undefined) return 'nothing';
  // Of a query's text that was to be a number, no more than this is known.
  if (Number.isNaN(input)) return 'no number';
  const text = withoutUserInfo(JSON.stringify(input) ?? typeof input);
  return text.length > foundCharactersMax ? `${text.slice(0, foundCharactersMax)}…` : text;
};

/** Says of headers, whose values are often secrets, only what they are. */
const shownHeaders = (input: unknown): string => {
  if (typeof input === 'string') return `${input.length} characters`;
  if (Array.isArray(input)) return 'an array';
  return isPlainObject(input) ? shownInput(Object.keys(input)) : shownInput(input);
};

/**
 * Returns what stands where the issue is. Of an object of several kinds, Zod names the key that tells its kind, with
 * the object as what it found: so a short form that was made an object would be shown as nobody wrote it.
 */
export const foundInput = (issue: z.core.$ZodIssue): unknown => {
  const key = issue.code === 'invalid_union' ? issue.discriminator : undefined;
  const { input } = issue;
  return key !== undefined && isPlainObject(input) && Object.hasOwn(input, key) ? input[key] : input;
};

/** Names the option that was probably meant, where one of a few was expected. */
const meantOption = (issue: z.core.$ZodIssue): string =>
  issue.code === 'invalid_value' ? nearOption(issue.input, issue.values.map(String)) : '';

/** What is wrong with the key of a record, Zod says in an issue of its own. */
const messageIn = (issue: z.core.$ZodIssue): string =>
  (issue.code === 'invalid_key' ? issue.issues[0]?.message : undefined) ?? issue.message;

/**
 * Writes one sentence for a person: each field with what was expected and what was found. The issues must have their
 * input.
 */
export const describeIssues = (issues: readonly z.core.$ZodIssue[]): string =>
  issues
    .slice(0, 5)
    .map((issue) => {
      const path = issue.path.join('.');
      const place = path === '' ? 'the body' : path;
      const message = expectedWords(issue);
      const found = issue.path.includes('headers') ? shownHeaders : shownInput;
      // Some of our own messages say what was found: a part of the input, or its size.
      return message.includes(', found ')
        ? `${place}: ${message}`
        : `${place}: ${message}${meantOption(issue)}, found ${found(foundInput(issue))}`;
    })
    .join('; ');

/** The most issues that an answer names one by one; a caller with more fixes these first. */
const detailsMax = 20;

/**
 * Makes the failure of a request: in one sentence, and field by field in its `details`. The issues must have their
 * input.
 */
export const invalidRequest = (
  beginning: string,
  issues: readonly z.core.$ZodIssue[],
  code: FailureCode = 'BAD_REQUEST',
): Failure => ({
  ...failure(code, `${beginning}: ${describeIssues(issues)}`),
  details: issues.slice(0, detailsMax).map((issue) => ({
    code: issue.code,
    path: issue.path,
    message: messageIn(issue),
  })),
});
