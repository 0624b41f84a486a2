/** How a warning begins of values that a model answered and that are withheld; names of fields follow. */
export const withheldPrefix = 'Withheld, because the page does not say what the model answered: ';
/** How a warning begins of values that stand in no page and are answered with; names of fields follow. */
export const judgedPrefix = 'Judged by the model, not written in the page: ';
/** How a warning begins of values that the page does not say and that the caller wants all the same. */
export const guessedPrefix = 'Guessed by the model, found nowhere in the page: ';

const prefixes = [guessedPrefix, judgedPrefix, withheldPrefix] as const;

/** What is said of values by several pages, joined into a line of each kind; and every other warning as it is. */
export const joinedWarnings = (
  warnings: readonly string[],
): { readonly values: readonly string[]; readonly rest: readonly string[] } => {
  const values = prefixes.flatMap((prefix) => {
    const names = new Set(
      warnings.flatMap((warning) =>
        warning.startsWith(prefix) ? warning.slice(prefix.length).split(', ') : [],
      ),
    );
    return names.size === 0 ? [] : [`${prefix}${[...names].join(', ')}`];
  });
  const rest = warnings.filter((one) => !prefixes.some((prefix) => one.startsWith(prefix)));
  return { values, rest };
};
