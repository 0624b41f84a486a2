import type { DomElement } from './dom.ts';
import type { Hints } from './page-content.ts';

/** Citations of United States law, as the Bluebook and the Federal Register write them. */
const citation =
  /\b\d{1,3}\s+(?:C\.?\s?F\.?\s?R\.?|U\.?\s?S\.?\s?C\.?(?:\s?A\.?)?)\s*(?:(?:§{1,2}|[Pp]arts?|[Ss]ec(?:tion|\.)?)\s*)?\d[\d\w.]*(?:\([a-z0-9]{1,4}\))*(?<!\.)|\bRegulation\s+[A-Z]{1,2}\b/g;

const crossReferencesMax = 500;

const crossReferencesOf = (markdown: string): string[] => {
  const found = new Set<string>();
  // A citation stands in prose: emphasis and links around its parts are not part of it.
  for (const [text] of markdown.replace(/[*_]{1,2}|\\(?=[.§])/g, '').matchAll(citation)) {
    found.add(text.replace(/\s+/g, ' '));
    if (found.size >= crossReferencesMax) break;
  }
  return [...found];
};

const pdfLink = /\.pdf(?:[?#]|$)/i;

/** True where the page shows a PDF inside itself. Read it before anything is removed. */
export const embedsPdf = (body: DomElement): boolean =>
  (['iframe', 'embed', 'object'] as const).some((name) =>
    body
      .getElementsByTagName(name)
      .some(
        (element) =>
          element.getAttribute('type') === 'application/pdf' ||
          pdfLink.test(element.getAttribute('src') ?? element.getAttribute('data') ?? ''),
      ),
  );

const paragraphStrategyMin = 3;

/** Hints about a page's markdown. */
export const hintsOf = (markdown: string, hasEmbeddedPdfs: boolean): Hints => {
  const prose = markdown.replace(/^ *(`{3,})[^\n]*\n[\s\S]*?\n *\1$/gm, '');
  const hasCodeBlocks = prose.length !== markdown.length;
  const hasTables = /^\|(?: --- \|)+$/m.test(prose);
  const hasLists = /^ *(?:- |\d+\. )\S/m.test(prose);
  const headings = prose.match(/^#{1,6} /gm)?.length ?? 0;
  const paragraphs = prose.match(/\n\n(?=\S)/g)?.length ?? 0;
  const weight = Number(hasTables) + Number(hasCodeBlocks) + Number(headings > 10) + Number(markdown.length > 20_000);
  const strategy = paragraphs >= paragraphStrategyMin ? 'paragraph' : 'fixed_size';
  return {
    hasTables,
    hasLists,
    hasCodeBlocks,
    hasEmbeddedPdfs,
    crossReferences: crossReferencesOf(markdown),
    suggestedChunkStrategy: headings >= 2 ? 'section_aware' : strategy,
    estimatedComplexity: weight >= 2 ? 'complex' : weight === 1 || hasLists ? 'medium' : 'simple',
  };
};
