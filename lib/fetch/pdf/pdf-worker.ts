import { parentPort, workerData } from 'node:worker_threads';
import { getDocumentProxy } from 'unpdf';
import * as z from 'zod';
import { isPlainObject } from '../../plain-object.ts';
import { mainQuarters, nearestQuarters, turnedBack, type Quarters } from './pdf-direction.ts';
import { pdfAnnotations, withFields, type PdfAnnotation } from './pdf-fields.ts';
import { codeFont, countInk, type PdfRun } from './pdf-lines.ts';
import { readTagTree, type TagNode } from './pdf-tags.ts';
import { pdfPageTexts, type PdfPage } from './pdf-text.ts';
import { PackedCmaps } from './read-cmaps.ts';
import type { PdfResult } from './read-pdf.ts';
import { UnreadText } from './unread-text.ts';

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
  fontName: z.string().optional(),
});

/** Where marked text of a tagged PDF begins and ends. */
const markSchema = z.object({
  type: z.enum(['beginMarkedContent', 'beginMarkedContentProps', 'endMarkedContent']),
  id: z.string().nullish(),
  tag: z.string().nullish(),
});

type TextItem = z.infer<typeof itemSchema> & Pick<PdfRun, 'tag' | 'isArtifact'>;

/** Marked text stands in marked text to this depth at most. */
const marksMax = 50;

/** Reads runs of text, each with the innermost marked text that has a name. */
const readItems = (items: readonly unknown[]): TextItem[] => {
  const open: (Pick<TextItem, 'tag' | 'isArtifact'> | undefined)[] = [];
  return items.flatMap((item) => {
    // Only marks have a type.
    if (!isPlainObject(item) || !('type' in item)) {
      const text = itemSchema.safeParse(item);
      return text.success ? [{ ...text.data, ...open.at(-1) }] : [];
    }
    const mark = markSchema.safeParse(item);
    if (!mark.success) return [];
    const { type, id, tag } = mark.data;
    if (type === 'endMarkedContent') open.pop();
    else if (open.length < marksMax) {
      const around = open.at(-1);
      open.push(tag === 'Artifact' ? { isArtifact: true } : typeof id === 'string' ? { tag: id } : around);
    }
    return [];
  });
};

/** The runs of a page as its text is read: a page whose text is turned is turned back. */
interface PageRuns {
  readonly runs: PdfRun[];
  readonly quarters: Quarters;
}

const runsOf = async (page: PdfProxy, isTagged: boolean): Promise<PageRuns> => {
  const { items, styles } = await page.getTextContent({ includeMarkedContent: isTagged });
  const read = readItems(items);
  const fontOf = (name: string | undefined): string | undefined =>
    name !== undefined && styles[name]?.fontFamily === 'monospace' ? codeFont : name;
  const quarters = mainQuarters(read.map(({ str, transform }) => [str, nearestQuarters(transform)]));
  const runs = read.map(({ str, transform, width, height, hasEOL, fontName, tag, isArtifact }) => {
    const [, , c = 0, d = 0, left = 0, bottom = 0] = transform;
    const [x, y] = turnedBack(left, bottom, quarters);
    const place = { x, y, width, height: height || Math.hypot(c, d) };
    return { text: str, ...place, endsLine: hasEOL, font: fontOf(fontName), tag, isArtifact };
  });
  return { runs, quarters };
};

/** Returns an annotation where it stands on a page that was turned back. */
const turnedAnnotation = (annotation: PdfAnnotation, quarters: Quarters): PdfAnnotation => {
  const [left, bottom, right, top] = annotation.rect;
  const [x, y] = turnedBack(left, bottom, quarters);
  const [otherX, otherY] = turnedBack(right, top, quarters);
  const rect: PdfAnnotation['rect'] = [
    Math.min(x, otherX),
    Math.min(y, otherY),
    Math.max(x, otherX),
    Math.max(y, otherY),
  ];
  return { ...annotation, rect };
};

/** Operators of pdf.js that paint a picture. */
const pictureOperators = new Set([83, 84, 85, 86, 87, 88, 89, 90]);

const hasImages = async (page: PdfProxy): Promise<boolean> => {
  const { fnArray } = await page.getOperatorList();
  return fnArray.some((operator) => pictureOperators.has(operator));
};

/** Returns the links of a page, absolute and relative ones; without those to another place of the file. */
const linksOf = (annotations: readonly PdfAnnotation[]): string[] =>
  annotations
    .map(({ url, unsafeUrl }) => url ?? unsafeUrl ?? '')
    .filter((link) => link !== '' && !link.startsWith('#'));

/** pdf.js tells in no other way that it has left out the rest of a page. */
const cutText = /getTextContent - ignoring errors/;

interface PageRead {
  readonly page: PdfPage;
  readonly links: readonly string[];
  readonly characters: number;
}

/** What reading a page needs. */
interface Reading {
  readonly document: PdfDocument;
  readonly isTagged: boolean;
  readonly unread: UnreadText;
}

/** Returns the tags of a page; undefined if it has none, or if its tree is damaged. */
const tagsOf = async (page: PdfProxy): Promise<TagNode | undefined> => {
  try {
    return readTagTree(await page.getStructTree());
  } catch {
    return undefined;
  }
};

const readPage = async ({ document, isTagged, unread }: Reading, number: number): Promise<PageRead> => {
  const page = await document.getPage(number);
  const drawn = await runsOf(page, isTagged);
  const annotations = pdfAnnotations(await page.getAnnotations()).map((one) =>
    turnedAnnotation(one, drawn.quarters),
  );
  const runs = withFields(drawn.runs, annotations);
  const characters = runs.reduce((sum, { text }) => sum + text.length, 0);
  await unread.add(
    page,
    runs.reduce((sum, { text }) => sum + countInk(text), 0),
  );
  const [left = 0, low = 0, right = 0, high = 0] = page.view;
  const edges = [turnedBack(left, low, drawn.quarters)[1], turnedBack(right, high, drawn.quarters)[1]];
  const [bottom, top] = [Math.min(...edges), Math.max(...edges)];
  const hasPictures = characters < fewCharacters && (await hasImages(page));
  // Values of a form stand in no tag: they belong to the lines beside them.
  const tags = isTagged && runs.length === drawn.runs.length ? await tagsOf(page) : undefined;
  page.cleanup();
  return {
    page: { runs, bottom, top, hasImages: hasPictures, tags },
    links: linksOf(annotations),
    characters,
  };
};

/** Reading tags takes half as long again as reading the text: a longer file would take too long. */
const taggedPagesMax = 200;

/** Says whether the file says that it is tagged, and is short enough for its tags to be read. */
const hasTags = async (document: PdfDocument): Promise<boolean> => {
  if (document.numPages > taggedPagesMax) return false;
  try {
    return (await document.getMarkInfo())?.Marked === true;
  } catch {
    return false;
  }
};

interface PagesRead {
  readonly pages: PdfPage[];
  readonly links: Set<string>;
  readonly unreadCharacters: number;
  /** Numbers of pages that are damaged, so that they were not read, or not as a whole. */
  readonly damagedPages: number[];
}

/** Reads the pages. @throws what reading the first page threw, if no page can be read. */
const readPages = async (document: PdfDocument, task: z.infer<typeof taskSchema>): Promise<PagesRead> => {
  const pages: PdfPage[] = [];
  const links = new Set<string>();
  const unread = new UnreadText();
  const isTagged = await hasTags(document);
  const damaged = new Set<number>();
  const errors: unknown[] = [];
  let number = 1;
  console.warn = (warning: unknown) => {
    unread.heed(String(warning));
    if (cutText.test(String(warning))) damaged.add(number);
  };
  let characters = 0;
  for (; number <= Math.min(document.numPages, task.pagesMax); number += 1) {
    try {
      const read = await readPage({ document, isTagged, unread }, number);
      characters += read.characters;
      pages.push(read.page);
      for (const link of read.links) links.add(link);
    } catch (error) {
      errors.push(error);
      damaged.add(number);
      pages.push({ runs: [], bottom: 0, top: 0, hasImages: false });
    }
    if (characters > task.charactersMax) break;
  }
  if (errors.length === pages.length && errors.length > 0) throw errors[0];
  return { pages, links, unreadCharacters: unread.characters, damagedPages: [...damaged] };
};

const read = async (): Promise<PdfResult> => {
  const task = taskSchema.parse(workerData);
  const document = await getDocumentProxy(task.bytes, { BinaryDataFactory: PackedCmaps });
  const facts = infoSchema.parse((await document.getMetadata()).info);
  const { pages, links, unreadCharacters, damagedPages } = await readPages(document, task);
  const text = pdfPageTexts(pages);
  if (unreadCharacters > 0 && pages.every(({ runs }) => runs.every((run) => run.text.trim() === '')))
    return { kind: 'unread', pages: document.numPages };
  if (text.pagesWithText === 0 && text.pages.some(({ isScanned }) => isScanned))
    return { kind: 'scanned', pages: document.numPages };
  return {
    kind: 'read',
    texts: text.pages,
    repeatedCharacters: text.repeatedCharacters,
    unreadCharacters,
    damagedPages,
    pages: document.numPages,
    links: [...links],
    title: facts.Title?.trim() || null,
    author: facts.Author?.trim() || null,
    description: facts.Subject?.trim() || null,
    keywords: facts.Keywords?.trim() || null,
    language: facts.Language?.trim() || null,
    createdAt: facts.CreationDate ?? null,
    modifiedAt: facts.ModDate ?? null,
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
