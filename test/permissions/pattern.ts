const expressions = new Map<string, RegExp>();

const compile = (pattern: string): RegExp =>
  new RegExp(
    `^${pattern
      .replaceAll(/[.+^${}()|[\]\\]/g, '\\$&')
      .replaceAll('*', '.*')
      .replaceAll('?', '.')}$`,
    's',
  );

/**
 * Whether a text matches a pattern of a policy: `*` stands for any text, `?` for any character, in resources and in
 * values of `StringLike` (IAM, "Policy elements").
 */
export const matchesPattern = (pattern: string, text: string): boolean => {
  const expression = expressions.get(pattern) ?? compile(pattern);
  expressions.set(pattern, expression);
  return expression.test(text);
};
