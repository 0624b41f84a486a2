/** Escapes a text for HTML. */
export const escapedHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/** Writes a value as JSON, marked up as code. */
export const htmlCode = (value: unknown): string =>
  `<code>${escapedHtml(typeof value === 'string' ? value : JSON.stringify(value))}</code>`;

/** Writes a text as HTML in which spans between backticks are code. */
export const inline = (text: string): string =>
  escapedHtml(text).replaceAll(/`([^`]+)`/g, (_, span: string) => `<code>${span}</code>`);

/** Writes the paragraphs of such a text, which are separated by empty lines. */
export const htmlParagraphs = (text: string | undefined): string =>
  (text ?? '')
    .split(/\n{2,}/)
    .filter((part) => part.trim() !== '')
    .map((part) => `<p>${inline(part)}</p>`)
    .join('\n');
