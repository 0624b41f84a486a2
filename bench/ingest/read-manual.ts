import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseHTML } from 'linkedom';
import { readPage } from '../../lib/content/read-page.ts';
import { usualReading } from '../../lib/content/read-as-usual.fixture.ts';

/** A page of the manual, as Gleaner reads it. */
export interface ManualPage {
  readonly name: string;
  readonly title: string;
  readonly markdown: string;
  readonly contentHash: string;
}

/** An entry of the manual's index: what people look up, and the pages that its authors send them to. */
export interface IndexEntry {
  readonly query: string;
  readonly pages: readonly string[];
}

/** What of an element is read here. */
interface IndexNode {
  readonly localName: string;
  readonly nodeName: string;
  readonly textContent: string | null;
  readonly childNodes: Iterable<Pick<IndexNode, 'nodeName' | 'textContent'>>;
  readonly children: Iterable<IndexNode>;
  querySelectorAll(selector: string): Iterable<{ getAttribute(name: string): string | null }>;
}

const indexName = 'bookindex.html';

/** Where Debian's package postgresql-doc-15 puts the manual. */
export const manualFolder = '/usr/share/doc/postgresql-doc-15/html';

const options = usualReading;

/** The pages of the manual but for its index, which is the truth. */
export const readManual = (folder: string): ManualPage[] =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.html') && name !== indexName)
    .flatMap((name) => {
      const html = readFileSync(join(folder, name), 'utf8');
      const read = readPage({ html, url: `http://manual.example/${name}`, options });
      if (read.kind !== 'read') return [];
      const { title, headline, markdown, contentHash } = read.content;
      return [{ name, title: headline ?? title ?? '', markdown, contentHash }];
    });

/** The words of an entry, without where they lead to. */
const termOf = (entry: IndexNode): string => {
  let text = '';
  for (const node of entry.childNodes) {
    if (node.nodeName === 'A') break;
    text += node.textContent ?? '';
  }
  return text
    .replaceAll(/\s+/g, ' ')
    .replace(/[,\s]+$/, '')
    .replace(/\(see.*\)/, '')
    .trim();
};

const entriesOf = (list: IndexNode, above: readonly string[]): IndexEntry[] => {
  let term = '';
  return [...list.children].flatMap((child) => {
    if (child.localName !== 'dt')
      return [...child.children]
        .filter(({ localName }) => localName === 'dl')
        .flatMap((inner) => entriesOf(inner, [...above, term]));
    term = termOf(child);
    const pages = [...child.querySelectorAll('a.indexterm')].map((link) =>
      (link.getAttribute('href') ?? '').replace(/#.*$/, ''),
    );
    return pages.length === 0 ? [] : [{ query: [...above, term].join(' '), pages: [...new Set(pages)] }];
  });
};

/** Every entry of the index that leads to a page; of an entry below another one, the words of both are asked. */
export const readIndex = (folder: string): IndexEntry[] => {
  const { document } = parseHTML(readFileSync(join(folder, indexName), 'utf8'));
  const lists = [...document.querySelectorAll('.indexdiv > dl')] as unknown as IndexNode[];
  return lists.flatMap((list) => entriesOf(list, []));
};
