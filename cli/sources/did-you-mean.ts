import { suggestName } from '../../lib/suggest-name.ts';

/** Ends a message with the name that was probably meant: `; did you mean guides?`. Empty if none is near. */
export const didYouMean = (typed: string, names: readonly string[]): string => {
  const meant = suggestName(typed, names);
  return meant === undefined ? '' : `; did you mean ${meant}?`;
};
