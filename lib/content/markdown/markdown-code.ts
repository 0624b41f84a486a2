import { fenced, preformattedText } from './code-block.ts';
import { findAncestor, collapsed } from '../dom/dom-walk.ts';
import { codeLanguage } from './code-language.ts';
import { writeChildren, type MarkdownRule } from './markdown-place.ts';
import { holdsAny } from '../dom/text-summary.ts';

const codeNames = new Set(['pre', 'code', 'kbd', 'samp', 'tt']);

export const markdownCode: MarkdownRule = (place, element) => {
  const isInside = findAncestor(element, ({ localName }) => codeNames.has(localName)) !== null;
  const text = collapsed(element.textContent);
  // Code around a picture is not code.
  if (isInside || text === '' || holdsAny(element, ['img'])) writeChildren(place, element);
  // The links stay links, each around code of its own.
  else if (holdsAny(element, ['a'])) place.out.asCode(() => writeChildren(place, element));
  else {
    if (/^\s/.test(element.textContent)) place.out.space();
    place.out.code(text);
    if (/\s$/.test(element.textContent)) place.out.space();
  }
};

export const preformatted: MarkdownRule = ({ out }, element) => {
  const text = preformattedText(element);
  if (text.trim() === '') return;
  out.block(2);
  if (out.isOneLine) {
    for (const line of text.split('\n')) {
      if (line.trim() !== '') out.code(line);
      out.block(1);
    }
  } else out.lines(fenced(text, codeLanguage(element, text)));
  out.block(2);
};
