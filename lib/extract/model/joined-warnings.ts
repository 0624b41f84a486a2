/** Beginning of a warning about a model's values that are withheld; names of fields follow. */
export const withheldPrefix =
  'Withheld, because the page does not say what the model answered (groundedOnly: false delivers it): ';
/** Beginning of a warning about addresses of a model that are withheld; names of fields follow. */
export const unlinkedPrefix =
  'Withheld, because the page has no link to the address that the model answered: ';
/** Beginning of a warning about answered values that stand in no page; names of fields follow. */
export const judgedPrefix = 'Judged by the model, not written in the page: ';
/** Beginning of a warning about short values that a page holds somewhere; names of fields follow. */
export const strayPrefix = 'In the page, but not beside words of the field, so perhaps by chance: ';
/** Beginning of a warning about values that the page does not say but the caller wants anyway. */
export const guessedPrefix = 'Guessed by the model, found nowhere in the page: ';

const prefixes = [guessedPrefix, judgedPrefix, strayPrefix, unlinkedPrefix, withheldPrefix] as const;

/** Joins the warnings of several pages about values into one line of each kind; keeps every other warning. */
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
