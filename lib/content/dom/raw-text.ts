/** Says whether this character ends a name in a tag: white space, a slash, or the tag's end. */
const endsName = (code: number): boolean =>
  code === 62 || code === 47 || code === 32 || code === 10 || code === 9 || code === 12;

/** Returns the offset, at or behind `from`, at which the end tag with this name begins, or the end of the page. */
export const endOfText = (html: string, from: number, name: string): number => {
  for (let at = html.indexOf('</', from); at !== -1; at = html.indexOf('</', at + 2)) {
    const after = at + 2 + name.length;
    if (endsName(html.charCodeAt(after)) && html.slice(at + 2, after).toLowerCase() === name) return at;
  }
  return html.length;
};

const scriptMarks = /<!--|-->|<(\/?)script[\t\n\f />]/gi;

/**
 * Returns the offset at which the end tag of a script begins (HTML standard, sections 13.2.5.17 to 13.2.5.31). An end
 * tag within `<!-- <script> </script> -->` does not count; authors once hid scripts in this way.
 */
export const endOfScript = (html: string, from: number): number => {
  let isEscaped = false;
  let isTwiceEscaped = false;
  scriptMarks.lastIndex = from;
  for (let found = scriptMarks.exec(html); found !== null; found = scriptMarks.exec(html)) {
    const [mark, close] = found;
    if (mark === '<!--') {
      isEscaped = true;
      // The dashes of its beginning may be those of its end too: `<!-->`.
      scriptMarks.lastIndex = found.index + 2;
    } else if (mark === '-->') {
      isEscaped = false;
      isTwiceEscaped = false;
    } else if (close === '/') {
      if (!isTwiceEscaped) return found.index;
      isTwiceEscaped = false;
    } else if (isEscaped) isTwiceEscaped = true;
  }
  return html.length;
};
