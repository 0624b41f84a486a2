import { findAncestor, isText, nextNode } from '../dom/dom-walk.ts';
import { createText } from '../dom/document.ts';
import type { DomElement, DomNode } from '../dom/dom.ts';

/**
 * Shortcodes of WordPress and its page builders (WPBakery, Divi, Avada, Enfold): instructions to a plug-in that was
 * switched off, so that they now stand in the text. https://developer.wordpress.org/plugins/shortcodes/
 */
const shortcode =
  /\[\/?(?:vc_\w{1,60}|et_pb_\w{1,60}|fusion_\w{1,60}|av_\w{1,60}|tatsu_\w{1,60}|mk_\w{1,60}|ux_\w{1,60}|contact-form-7|rev_slider|wpforms|gravityform|elementor-template|caption)(?:\s[^\]]{0,500})?\/?\]/g;

/** Removes shortcodes from the texts in `root`, except in code. */
export const removeShortcodes = (root: DomElement): void => {
  let node: DomNode | null = root;
  while (node !== null) {
    const at: DomNode = node;
    node = nextNode(at, root);
    if (!isText(at) || !at.data.includes('[')) continue;
    const left = at.data.replace(shortcode, '');
    if (left === at.data) continue;
    if (findAncestor(at, ({ localName }) => localName === 'pre' || localName === 'code') !== null) continue;
    if (left.trim() !== '') at.parentNode?.insertBefore(createText(left), at);
    at.remove();
  }
};
