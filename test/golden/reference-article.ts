import { Readability } from '@mozilla/readability';
import { createRequire } from 'node:module';
import { classNames } from '../../lib/content/dom/class-names.ts';

/** What the comparison reads of a node, of jsdom's tree and of ours. */
export interface AnyNode {
  readonly nodeType: number;
  readonly localName?: string;
  readonly textContent: string;
  readonly childNodes: Iterable<AnyNode>;
  readonly attributes?: Iterable<{ readonly name: string; readonly value: string }>;
}

/**
 * A tree as lines that can be compared: text is joined across node boundaries and its white space collapsed,
 * because ours begins nodes elsewhere; a class that is named twice counts once, and a utility class never; attributes
 * are in order of their names, in lower case.
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
          const words = name === 'class' ? new Set(classNames(value).toldList) : value.split(/\s+/);
          return `${name.toLowerCase()}=${[...words].filter((word) => word !== '').join(' ')}`;
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

interface Page extends AnyNode {
  querySelectorAll(
    selector: string,
  ): Iterable<{ getAttribute(name: string): string | null; setAttribute(name: string, to: string): void }>;
}

/** jsdom without its own types, which would bring those of browsers into the whole repository. */
const { JSDOM, VirtualConsole } = createRequire(import.meta.url)('jsdom') as {
  readonly JSDOM: new (
    html: string,
    options: { readonly url: string; readonly virtualConsole: object },
  ) => { readonly window: { readonly document: Page; close(): void } };
  readonly VirtualConsole: new () => object;
};

/** Readability as it is; only links stay relative, because ours are made absolute elsewhere. */
class Reference extends (Readability as unknown as new (
  document: unknown,
  options: unknown,
) => { parse(): OracleArticle | null }) {
  _fixRelativeUris(): void {}
}

/**
 * The article that readability finds over jsdom, the tree that its own tests run on; scripts do not run. linkedom is no
 * oracle: on 31 of 775 real pages it gives readability something else (titles outside the head, `:scope`, references
 * in attributes, how text nodes are cut), and another article on nine. Like ours, it is asked of classes that may say
 * what an element is.
 */
export const referenceArticle = (html: string): OracleArticle | null => {
  // A console of its own keeps what jsdom cannot parse of style sheets out of the report.
  const { window } = new JSDOM(html, { url: 'https://a.test/', virtualConsole: new VirtualConsole() });
  for (const element of window.document.querySelectorAll('[class]'))
    element.setAttribute('class', classNames(element.getAttribute('class') ?? '').told);
  try {
    return new Reference(window.document, {
      keepClasses: true,
      serializer: (node: unknown) => node,
    }).parse();
  } finally {
    window.close();
  }
};
