import { parentPort, workerData } from 'node:worker_threads';
import { getDocumentProxy } from 'unpdf';
import * as z from 'zod';
import { pdfMarkdown, type PdfPage, type PdfRun } from './pdf-markdown.ts';
import type { PdfResult } from './read-pdf.ts';

/**
 * Reads one PDF, in a thread of its own: a file that is made to keep its reader busy ends with the thread, and the
 * pages fetched at the same time are not affected.
 */

type PdfDocument = Awaited<ReturnType<typeof getDocumentProxy>>;
type PdfProxy = Awaited<ReturnType<PdfDocument['getPage']>>;

const taskSchema = z.object({
  bytes: z.instanceof(Uint8Array),
  pagesMax: z.number(),
  charactersMax: z.number(),
});

/** A page with fewer characters is searched for pictures. */
const fewCharacters = 64;

/** A fact that the file states of itself; a value of another type is ignored. */
const fact = z.string().nullish().catch(null);
const infoSchema = z.looseObject({
  Title: fact,
  Author: fact,
  Subject: fact,
  Keywords: fact,
  Language: fact,
  CreationDate: fact,
  ModDate: fact,
});

const itemSchema = z.object({
  str: z.string(),
  transform: z.array(z.number()).length(6),
  width: z.number(),
  height: z.number(),
  hasEOL: z.boolean(),
});

/** Converts `D:20240131120000Z` to ISO 8601; null for text that is no date (ISO 32000-1, 7.9.4). */
const dateOf = (text: string | null | undefined): string | null => {
  const match = /^D:(\d{4})(\d{2})?(\d{2})?/.exec(text ?? '');
  return match === null ? null : `${match[1]}-${match[2] ?? '01'}-${match[3] ?? '01'}`;
};

const runsOf = async (page: PdfProxy): Promise<PdfRun[]> => {
  const { items } = await page.getTextContent();
  return items.flatMap((item) => {
    const parsed = itemSchema.safeParse(item);
    if (!parsed.success) return [];
    const { str, transform, width, height, hasEOL } = parsed.data;
    const [, , c = 0, d = 0, x = 0, y = 0] = transform;
    return [{ text: str, x, y, width, height: height || Math.hypot(c, d), endsLine: hasEOL }];
  });
};

/** Operators of pdf.js that paint a picture. */
const pictureOperators = new Set([83, 84, 85, 86, 87, 88, 89, 90]);

const hasImages = async (page: PdfProxy): Promise<boolean> => {
  const { fnArray } = await page.getOperatorList();
  return fnArray.some((operator) => pictureOperators.has(operator));
};

const linksOf = async (page: PdfProxy): Promise<string[]> => {
  const annotations = z
    .array(z.looseObject({ url: z.string().optional() }))
    .safeParse(await page.getAnnotations());
  return annotations.success ? annotations.data.flatMap(({ url }) => url ?? []) : [];
};

const readPages = async (
  document: PdfDocument,
  task: z.infer<typeof taskSchema>,
): Promise<{ readonly pages: PdfPage[]; readonly links: Set<string> }> => {
  const pages: PdfPage[] = [];
  const links = new Set<string>();
  let characters = 0;
  for (let number = 1; number <= Math.min(document.numPages, task.pagesMax); number += 1) {
    const page = await document.getPage(number);
    const runs = await runsOf(page);
    const ofPage = runs.reduce((sum, { text }) => sum + text.length, 0);
    characters += ofPage;
    pages.push({ runs, hasImages: ofPage < fewCharacters && (await hasImages(page)) });
    for (const link of await linksOf(page)) links.add(link);
    page.cleanup();
    if (characters > task.charactersMax) break;
  }
  return { pages, links };
};

const read = async (): Promise<PdfResult> => {
  const task = taskSchema.parse(workerData);
  const document = await getDocumentProxy(task.bytes);
  const facts = infoSchema.parse((await document.getMetadata()).info);
  const { pages, links } = await readPages(document, task);
  const text = pdfMarkdown(pages);
  if (text.pagesWithText === 0 && text.scanned.length > 0)
    return { kind: 'scanned', pages: document.numPages };
  return {
    kind: 'read',
    markdown: text.markdown,
    pages: document.numPages,
    pagesRead: pages.length,
    links: [...links],
    title: facts.Title?.trim() || null,
    author: facts.Author?.trim() || null,
    description: facts.Subject?.trim() || null,
    keywords: facts.Keywords?.trim() || null,
    language: facts.Language?.trim() || null,
    createdAt: dateOf(facts.CreationDate),
    modifiedAt: dateOf(facts.ModDate),
  };
};

const answerWith = (answer: PdfResult): void => parentPort?.postMessage(answer, []);

try {
  answerWith(await read());
} catch (error) {
  const name = error instanceof Error ? error.name : '';
  const message = error instanceof Error ? error.message : String(error);
  const answer: PdfResult = { kind: name === 'PasswordException' ? 'encrypted' : 'unreadable', message };
  answerWith(answer);
}
