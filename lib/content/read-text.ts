import { contentHash } from './content-hash.ts';
import { hintsOf } from './hints.ts';
import { noMetadata, type PageContent } from './page-content.ts';

const fenced = (text: string, language: string): string => {
  const longest = (text.match(/`{3,}/g) ?? []).reduce((most, run) => Math.max(most, run.length), 2);
  const fence = '`'.repeat(longest + 1);
  return `${fence}${language}\n${text}\n${fence}`;
};

/** JSON with two spaces of indentation; as it came where it does not parse (JSON Lines, comments). */
const prettyJson = (text: string): string => {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
};

/** Reads a body that is no HTML: text as it is, JSON and XML in a fence of their own. It has no links and no metadata. */
export const readText = (body: { readonly text: string; readonly kind: 'text' | 'json' | 'xml' }): PageContent => {
  const text = body.text.replace(/^\ufeff/, '').replace(/\r\n?/g, '\n').trim();
  const fencedText = body.kind === 'json' ? fenced(prettyJson(text), 'json') : fenced(text, 'xml');
  const markdown = text === '' || body.kind === 'text' ? text : fencedText;
  return {
    ...noMetadata,
    markdown,
    links: [],
    images: [],
    removed: [],
    contentHash: contentHash(markdown),
    hints: hintsOf(markdown, false),
  };
};
