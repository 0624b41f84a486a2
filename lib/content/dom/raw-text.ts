/** Ends a name in a tag: white space, a slash, or the tag's end. */
const endsName = (code: number): boolean =>
  code === 62 || code === 47 || code === 32 || code === 10 || code === 9 || code === 12;

/** Where the end tag of this name begins, at or behind `from`; the end of the page where there is none. */
export const endOfText = (html: string, from: number, name: string): number => {
  for (let at = html.indexOf('</', from); at !== -1; at = html.indexOf('</', at + 2)) {
    const after = at + 2 + name.length;
    if (endsName(html.charCodeAt(after)) && html.slice(at + 2, after).toLowerCase() === name) return at;
  }
  return html.length;
};

const scriptMarks = /<!--|-->|<(\/?)script[\t\n\f />]/gi;

/**
 * Where the end tag of a script begins (HTML standard, sections 13.2.5.17 to 13.2.5.31): not within `<!-- <script>
 * </script> -->`, which scripts once hid themselves with.
 */
export const endOfScript = (html: string, from: number): number => {
  let isEscaped = false;
  let isTwiceEscaped = false;
  scriptMarks.lastIndex = from;
  for (let found = scriptMarks.exec(html); found !== null; found = scriptMarks.exec(html)) {
    const [mark, close] = found;
    if (mark === '<!--') {
      isEscaped = true;
      // Its dashes may be those of its end: `<!-->`.
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
