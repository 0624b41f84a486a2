import { Readability } from '@mozilla/readability';
import { parseHTML } from 'linkedom';
import { parse, serialize } from 'parse5';

/** What the comparison reads of a node, of linkedom's tree and of ours. */
export interface AnyNode {
  readonly nodeType: number;
  readonly localName?: string;
  readonly textContent: string;
  readonly childNodes: Iterable<AnyNode>;
  readonly attributes?: Iterable<{ readonly name: string; readonly value: string }>;
}

/**
 * A tree as lines that can be compared: text is joined across node boundaries and its white space collapsed,
 * because linkedom begins a node at every entity; a class that is named twice counts once; attributes are in order
 * of their names, in lower case.
 */
export const outline = (root: AnyNode): string[] => {
  const lines: string[] = [];
  const text = (data: string): void => {
    const last = lines.at(-1);
    if (last?.startsWith('#text ') === true) lines[lines.length - 1] = last + data;
    else lines.push(`#text ${data}`);
  };
  const walk = (node: AnyNode): void => {
    for (const child of node.childNodes) {
      if (child.nodeType === 3) text(child.textContent);
      if (child.nodeType !== 1) continue;
      const attributes = [...(child.attributes ?? [])]
        .map(({ name, value }) => {
          const words = value.split(/\s+/).filter((word) => word !== '');
          return `${name.toLowerCase()}=${(name === 'class' ? [...new Set(words)] : words).join(' ')}`;
        })
        .filter((pair) => pair !== 'class=')
        .sort();
      lines.push(`<${child.localName?.toLowerCase() ?? ''} ${attributes.join(' ')}>`);
      walk(child);
      lines.push('</>');
    }
  };
  walk(root);
  return lines
    .map((line) => (line.startsWith('#text ') ? `#text ${line.slice(6).replace(/\s+/g, ' ').trim()}` : line))
    .filter((line) => line !== '#text ');
};

export interface OracleArticle {
  readonly content: AnyNode;
  readonly title: string;
  readonly length: number;
  readonly byline: string | null;
  readonly excerpt: string | null;
}

/** linkedom's own parser is not the HTML standard's: it is given the standard's tree, written out. */
export const linkedomDocument = (page: string): AnyNode & { readonly documentElement: AnyNode } =>
  documentOf(serialize(parse(page, { scriptingEnabled: false })));

const documentOf = (html: string): AnyNode & { readonly documentElement: AnyNode } =>
  (parseHTML(html) as unknown as { document: AnyNode & { readonly documentElement: AnyNode } }).document;

/** Readability as it is, over linkedom as it is; only links stay relative, because a linkedom page has no base URL. */
class Reference extends (Readability as unknown as new (
  document: unknown,
  options: unknown,
) => { parse(): OracleArticle | null }) {
  _fixRelativeUris(): void {}
}

export const referenceArticle = (html: string): OracleArticle | null =>
  new Reference(linkedomDocument(html), { keepClasses: true, serializer: (node: unknown) => node }).parse();
