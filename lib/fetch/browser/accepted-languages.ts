/** Most languages that are read from one header; further ones are wanted least. */
const languagesMax = 10;

/** Says whether a text names a language as BCP 47 does. */
const isLanguage = (tag: string): boolean => {
  try {
    return Intl.getCanonicalLocales(tag).length === 1;
  } catch {
    return false;
  }
};

/**
 * Reads the languages of an `Accept-Language` header (RFC 9110, 12.5.4), the one that is wanted most first. Leaves out
 * `*`, what is not wanted at all (`q=0`), and what is no language.
 */
export const acceptedLanguages = (header: string): string[] => {
  const ranges = header.split(',').map((range) => {
    const [tag = '', ...parameters] = range.split(';').map((part) => part.trim());
    const weight = parameters.find((parameter) => /^q=/i.test(parameter));
    return { tag, weight: weight === undefined ? 1 : Number(weight.slice(2)) };
  });
  const wanted = ranges.filter(({ tag, weight }) => weight > 0 && isLanguage(tag));
  const tags = wanted.toSorted((a, b) => b.weight - a.weight).map(({ tag }) => tag);
  return [...new Set(tags)].slice(0, languagesMax);
};
