/** What is compared: letters, marks and digits. White space, punctuation and markup differ from writer to writer. */
export const readLetters = (text: string): string => text.replace(/[^\p{L}\p{M}\p{N}]+/gu, '');

/** How often `part` stands in `whole`, without overlaps. */
export const occurrences = (whole: string, part: string): number => {
  let count = 0;
  for (let at = whole.indexOf(part); at !== -1; at = whole.indexOf(part, at + part.length)) count += 1;
  return count;
};
