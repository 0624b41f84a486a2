import type { FailureCode } from '../../lib/failure.ts';

/**
 * Reads what each failure means from `docs/failures.md`: the first paragraph of its section.
 *
 * @throws {Error} for a code without a section.
 */
export const failureTexts = (markdown: string, codes: readonly FailureCode[]): Record<string, string> =>
  Object.fromEntries(
    codes.map((code) => {
      const [, text] = new RegExp(`^### ${code}\n\n([^]+?)\n(?:\n|$)`, 'm').exec(markdown) ?? [];
      if (text === undefined)
        throw new Error(`Cannot describe ${code}: docs/failures.md has no section of it`);
      return [code, text.replaceAll('\n', ' ')];
    }),
  );
