/** Says whether a line of Markdown begins or ends a block of code. */
export const isFence = (text: string): boolean => /^\s{0,3}(?:```|~~~)/.test(text);

/** Returns a page's Markdown without its blocks of code. */
export const withoutFences = (markdown: string): string => {
  let isCode = false;
  return markdown
    .split('\n')
    .filter((text) => {
      const isEdge = isFence(text);
      if (isEdge) isCode = !isCode;
      return !isEdge && !isCode;
    })
    .join('\n');
};

/** Says whether a line of Markdown ends in a break, so that its text goes on in the next line. */
export const endsInBreak = (text: string): boolean => /(?: {2}|\\|<br\s*\/?>)\s*$/.test(text);
