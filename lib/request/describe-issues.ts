import type * as z from 'zod';

const foundCharactersMax = 60;

const found = (input: unknown): string => {
  if (input === undefined) return 'nothing';
  const text = JSON.stringify(input) ?? typeof input;
  return text.length > foundCharactersMax ? `${text.slice(0, foundCharactersMax)}…` : text;
};

/** One sentence for a person: each field with what was wanted and what was found. Wants issues with their input. */
export const describeIssues = (issues: readonly z.core.$ZodIssue[]): string =>
  issues
    .slice(0, 5)
    .map((issue) => {
      const path = issue.path.join('.');
      const place = path === '' ? 'the body' : path;
      return `${place}: ${issue.message.replace(/^Invalid input: /, '')}, found ${found(issue.input)}`;
    })
    .join('; ');
