import { isElement, isText, nodeAfter } from './dom-walk.ts';
import type { DomElement, DomNode } from './dom.ts';
import type { Urls } from './urls.ts';

const escapeHtml = (text: string): string =>
  /[&<>\u00a0]/.test(text)
    ? text
        .replace(/&/g, '&amp;')
        .replace(/</g, '&lt;')
        .replace(/>/g, '&gt;')
        .replace(/\u00a0/g, '&nbsp;')
    : text;

const escapeValue = (value: string): string =>
  /[&"\u00a0]/.test(value)
    ? value
        .replace(/&/g, '&amp;')
        .replace(/"/g, '&quot;')
        .replace(/\u00a0/g, '&nbsp;')
    : value;

const startTag = (element: DomElement, urls: Urls): string => {
  const { localName, pairs } = element;
  let tag = `<${localName}`;
  for (let at = 0; at < pairs.length; at += 2) {
    const [name = '', value = ''] = [pairs[at], pairs[at + 1]];
    let written: string | null = value;
    if (localName === 'a' && name === 'href') written = urls.link(value);
    else if (localName === 'img' && name === 'src') written = urls.image(element);
    if (written !== null) tag += ` ${name}="${escapeValue(written)}"`;
  }
  return `${tag}>`;
};

/**
 * Returns the HTML of everything in `root` (HTML standard, section 13.3), with absolute links and images and without
 * comments.
 */
export const serializeHtml = (root: DomElement, urls: Urls): string => {
  const parts: string[] = [];
  let node: DomNode | null = root.firstChild;
  while (node !== null) {
    if (isText(node)) {
      parts.push(node.parentNode?.tag.isRawText === true ? node.data : escapeHtml(node.data));
    } else if (isElement(node)) {
      parts.push(startTag(node, urls));
      if (node.firstChild !== null) {
        node = node.firstChild;
        continue;
      }
      if (!node.tag.isVoid) parts.push(`</${node.localName}>`);
    }
    let at: DomNode = node;
    while (at.nextSibling === null && at.parentNode !== null && at.parentNode !== root) {
      at = at.parentNode;
      parts.push(`</${at.localName}>`);
    }
    node = at.nextSibling ?? (at.parentNode === root ? null : nodeAfter(at, root));
  }
  return parts.join('').trim();
};
