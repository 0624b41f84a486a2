import type * as z from 'zod';

/** How Zod's own messages begin; ours begin otherwise, and say what was expected as people say it. */
const zodOwn = /^(?:Invalid (?!regular)|Too (?:big|small): |Unrecognized )/;

const typeWords: Readonly<Record<string, string>> = {
  string: 'a string',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  object: 'an object',
  record: 'an object',
  array: 'an array',
  null: 'null',
  date: 'a date',
};

const formatWords: Readonly<Record<string, string>> = {
  uuid: 'a UUID',
  url: 'a URL',
  email: 'an e-mail address',
  date: 'a date such as 2026-11-22',
  datetime: 'a moment such as 2026-11-22T08:30:00Z',
};

/** What the size of a value counts, one and several. */
const unitWords: Readonly<Record<string, readonly [string, string]>> = {
  string: ['character', 'characters'],
  array: ['entry', 'entries'],
};

const boundWords = (
  issue: z.core.$ZodIssueTooBig | z.core.$ZodIssueTooSmall,
  [bound, most, below]: readonly [unknown, string, string],
): string => {
  const unit = unitWords[issue.origin]?.[bound === 1 ? 0 : 1];
  return [
    issue.inclusive === false ? below : most,
    String(bound),
    ...(unit === undefined ? [] : [unit]),
  ].join(' ');
};

/** What a value of one of several kinds may be; null if that takes more than a word. */
const branchWords = (branches: readonly (readonly z.core.$ZodIssue[])[]): string | null => {
  const kinds = branches.map(([issue]) =>
    issue === undefined || issue.path.length > 0 ? null : bareWords(issue),
  );
  return kinds.length === 0 || kinds.includes(null) ? null : [...new Set(kinds)].join(', or ');
};

/** What was expected, as it follows that word; null where only the message of the issue says it. */
const bareWords = (issue: z.core.$ZodIssue): string | null => {
  if (!zodOwn.test(issue.message)) return /^expected (.+)$/s.exec(issue.message)?.[1] ?? null;
  switch (issue.code) {
    case 'invalid_type':
      return typeWords[issue.expected] ?? issue.expected;
    case 'invalid_value': {
      const values = issue.values.map((value) => JSON.stringify(value));
      return `${values.length === 1 ? '' : 'one of '}${values.join(', ')}`;
    }
    case 'too_big':
      return boundWords(issue, [issue.maximum, 'at most', 'less than']);
    case 'too_small':
      return boundWords(issue, [issue.minimum, 'at least', 'more than']);
    case 'invalid_union':
      return branchWords(issue.errors) ?? 'another value';
    case 'invalid_format':
      return formatWords[issue.format] ?? null;
    case 'invalid_key':
    case 'invalid_element':
    case 'not_multiple_of':
    case 'unrecognized_keys':
    case 'custom':
      return null;
  }
};

/**
 * Says what was expected where a schema found something else: our own messages as they are, and Zod's in words for
 * people, without its operators and names of types. What was found is for the caller to add.
 */
export const expectedWords = (issue: z.core.$ZodIssue): string => {
  if (issue.code === 'invalid_key') return issue.issues[0]?.message ?? issue.message;
  const words = zodOwn.test(issue.message) ? bareWords(issue) : null;
  return words === null ? issue.message.replace(/^Invalid input: /, '') : `expected ${words}`;
};
