import * as z from 'zod';
import { expect, test } from 'vitest';
import { describeIssues } from './describe-issues.ts';
import { formatSchema } from './page-format.ts';

const schema = z.object({
  formats: z.array(formatSchema).optional(),
  proxy: z.enum(['basic', 'stealth']).optional(),
});
const described = (body: unknown): string =>
  describeIssues(schema.safeParse(body, { reportInput: true }).error?.issues ?? []);

test.each([
  [{ proxy: 'stelth' }, '(did you mean stealth?), found "stelth"'],
  [{ formats: ['markdwn'] }, '(did you mean markdown?)'],
  [{ formats: [{ type: 'screenshto' }] }, '(did you mean screenshot?)'],
])('a mistyped option is answered with the one that was probably meant: %j', (body, said) => {
  expect(described(body)).toContain(said);
});

test.each([
  [{ proxy: 'tor-over-vpn' }],
  [{ proxy: 7 }],
  [{ formats: [7] }],
  [{ formats: [null] }],
  [{ proxy: 'stealth'.repeat(100_000) }],
])('an option that resembles none is answered without a guess', (body) => {
  expect(described(body)).not.toContain('did you mean');
});
