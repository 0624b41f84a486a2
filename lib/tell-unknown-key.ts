import { suggestName } from './suggest-name.ts';

/** Says of a key that the schema does not know which one was probably meant, or which there are. */
export const tellUnknownKey = (key: string, known: readonly string[]): string => {
  // The merge key of YAML 1.1 is in many files, and YAML 1.2 does not know it.
  if (key === '<<') return 'expected no merged maps: a source inherits from defaults and from its group';
  const meant = suggestName(key, known);
  const hint =
    meant === undefined ? `expected one of ${known.join(', ')}` : `did you mean ${JSON.stringify(meant)}?`;
  return `unknown key; ${hint}`;
};
