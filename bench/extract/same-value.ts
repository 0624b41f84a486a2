const plain = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[‘’]/g, "'")
    .replace(/[“”]/g, '"')
    .replace(/\s+/g, ' ')
    .trim();

/**
 * Whether an answer is what a person reads: texts whatever their case, quotes and spaces, dates by their day, the
 * rest exactly.
 */
export const isSameValue = (truth: unknown, found: unknown): boolean => {
  if (typeof truth === 'string' && typeof found === 'string') {
    if (/^\d{4}-\d\d-\d\d$/.test(truth) && /^\d{4}-\d\d-\d\d/.test(found))
      return found.slice(0, 10) === truth;
    return plain(truth) === plain(found);
  }
  if (Array.isArray(truth) && Array.isArray(found)) {
    return truth.length === found.length && truth.every((item, at) => isSameValue(item, found[at]));
  }
  if (typeof truth === 'object' && truth !== null && typeof found === 'object' && found !== null) {
    const [wanted, given] = [truth as Record<string, unknown>, found as Record<string, unknown>];
    return (
      Object.keys(wanted).length === Object.keys(given).length &&
      Object.keys(wanted).every((name) => isSameValue(wanted[name], given[name]))
    );
  }
  return truth === found;
};
