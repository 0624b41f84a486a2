import { parse, type DefaultTreeAdapterTypes as Tree } from 'parse5';
import { elementNode, textNode } from './dom-walk.ts';
import type { DomElement } from './dom.ts';
import { parseHtml, type MarkupSyntax } from './parse-html.ts';

/** Writes namespace, name and attributes of an element as one line. */
const elementLine = (
  namespace: string,
  name: string,
  attributes: readonly { readonly name: string; readonly value: string }[],
): string =>
  JSON.stringify([
    namespace.split('/').at(-1),
    name,
    ...attributes.map((attribute) => `${attribute.name}=${attribute.value}`),
  ]);

const standardLines = (parent: Tree.ParentNode, lines: string[]): void => {
  for (const node of parent.childNodes) {
    if (node.nodeName === '#text') lines.push(`text ${JSON.stringify((node as Tree.TextNode).value)}`);
    else if (node.nodeName === '#comment')
      lines.push(`comment ${JSON.stringify((node as Tree.CommentNode).data)}`);
    else if (node.nodeName !== '#documentType') {
      const element = node as Tree.Element;
      const attributes = element.attrs.map(({ prefix, name, value }) => ({
        name: prefix === undefined || prefix === '' ? name : `${prefix}:${name}`,
        value,
      }));
      lines.push(elementLine(element.namespaceURI, element.tagName, attributes));
      standardLines('content' in element ? (element as Tree.Template).content : element, lines);
      lines.push('end');
    }
  }
};

const ourLines = (parent: DomElement, lines: string[]): void => {
  for (const node of parent.childNodes) {
    if (node.nodeType === elementNode) {
      lines.push(elementLine(node.tag.namespace, node.tag.name, node.attributes));
      ourLines(node, lines);
      lines.push('end');
    } else lines.push(`${node.nodeType === textNode ? 'text' : 'comment'} ${JSON.stringify(node.data)}`);
  }
};

/**
 * Returns the tree that parse5 makes of a page, and ours, as lines. Intended differences are left out of both:
 *
 * - The document type is no node of ours; only its mode matters.
 * - The content of a template stands in the template.
 *
 * `settle` bounds the depth of our tree later, and a tag has `limits.attributesMax` attributes at most.
 *
 * @param written the same page in another syntax, of which ours is made.
 */
export const buildTrees = (
  html: string,
  { written, syntax }: { readonly written: string; readonly syntax: MarkupSyntax } = {
    written: html,
    syntax: 'html',
  },
): { readonly standard: string[]; readonly ours: string[] } => {
  const standard: string[] = [];
  const ours: string[] = [];
  standardLines(parse(html, { scriptingEnabled: false }), standard);
  ourLines(parseHtml(written, syntax).root, ours);
  return { standard, ours };
};
