import { mediaTypeIn, saysNothing } from '../../fetch/http/content-type.ts';
import { chooseLanguage } from '../language.ts';
import { sentLanguage } from '../metadata/declared.ts';
import type { PageContent } from '../page-content.ts';

/** How far into a document its prose is looked for: a book begins with names, dates and a table of contents. */
const readCharacters = 200_000;
/** More than a detector reads. */
const sampleCharacters = 20_000;
/** A line of prose is longer than most entries of lists and tables of contents. */
const proseCharacters = 60;
/** With less prose than this, all of the document's beginning is asked. */
const proseMin = 400;

/** What stands in Markdown and text beside words: addresses, and comments that number the pages of a PDF. */
const noWords = /\bhttps?:\/\/\S+|<!-- page \d[^>]{0,100}-->/g;

/** Returns the beginning of what a document says in sentences. */
const sampleFrom = (text: string): string => {
  const lines = text.slice(0, readCharacters).replace(noWords, ' ').split('\n');
  const prose: string[] = [];
  let characters = 0;
  for (const line of lines) {
    if (line.length < proseCharacters || line.startsWith('|')) continue;
    prose.push(line);
    characters += line.length;
    if (characters >= sampleCharacters) break;
  }
  return (characters < proseMin ? lines : prose).join('\n').slice(0, sampleCharacters);
};

/** Types of code and data: their words are names and commands. */
const codeType =
  /^(?:text\/(?:x-(?!markdown|web-markdown|rst|org|asciidoc)|yaml|sql)|application\/(?!csv|markdown))/i;

/**
 * Adds the language of a document without elements: the one that it claims, unless its text is in another; if it claims
 * none, that of its text, or the one that its host names (`sent`, the `Content-Language` header). The words of code and
 * data are not asked.
 *
 * @param contentType The type by which a text was read; undefined for PDFs and feeds, whose text is prose.
 */
export const withLanguage = (
  content: PageContent,
  sent: string | undefined,
  contentType?: string,
): PageContent => {
  const type = mediaTypeIn(contentType);
  const isFenced = content.hints.hasCodeBlocks && content.markdown.startsWith('```');
  const isCode = isFenced || (!saysNothing(type) && codeType.test(type));
  const text = isCode ? '' : sampleFrom(content.text);
  const language = chooseLanguage(content.language, text, sentLanguage(sent));
  return language === content.language ? content : { ...content, language };
};
