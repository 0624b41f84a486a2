import type { PdfPageText } from '../../fetch/pdf/pdf-text.ts';

const fileName =
  /\.(?:ai|cdr|docx?|dvi|fm|html?|indd|odp|ods|odt|pages|pdf|pmd|pptx?|ps|qxd|rtf|tex|txt|wpd|xlsx?)$/i;
const programName = /^microsoft (?:word|powerpoint|excel|publisher) - /i;
const placeholder = /^(?:untitled|unbenannt|sans titre|sin título|document\d*|dokument\d*|slide \d+|title)$/i;

/** Returns the title that a PDF names; null for the name of a file or a program's word for one without a title. */
export const pdfTitle = (title: string | null): string | null =>
  title === null || fileName.test(title) || programName.test(title) || placeholder.test(title) ? null : title;

/** Returns the first of the largest headings of the first page that has text; null if it has none. */
export const pdfHeadline = (pages: readonly PdfPageText[]): string | null => {
  const headings = (pages.find(({ blocks }) => blocks.length > 0)?.blocks ?? []).filter(
    (block) => block.kind === 'heading',
  );
  const largest = Math.min(...headings.map(({ level }) => level));
  return headings.find(({ level }) => level === largest)?.text ?? null;
};
