import type { DomElement } from '../dom/dom.ts';
import { holdsAny } from '../dom/text-summary.ts';
import { namesIn } from './pass.ts';

/** Elements that end a line of text: a block that holds none of them is a leaf. */
export const leafBlockNames = [
  ...namesIn('address article aside blockquote dd div dl dt fieldset figure form h1 h2 h3 h4 h5 h6'),
  ...namesIn('header hr li main ol p pre section table td th tr ul'),
];

export const isHeading = ({ localName }: DomElement): boolean => /^h[1-6]$/.test(localName);

/** Says whether an element is a block of text without blocks inside. */
export const isLeaf = (element: DomElement): boolean => !holdsAny(element, leafBlockNames);
