import { elementsWithin, isElement, isText, nextNode, nodeAfter } from '../dom/dom-walk.ts';
import { classMatches } from '../dom/class-names.ts';
import type { DomElement, DomNode, DomText } from '../dom/dom.ts';
import { createElement, createText, findElements, type ParsedPage } from '../dom/document.ts';

const numberAttribute = 'data-number';
const numberForm = /^\s*(\([\p{L}\p{N}.-]{1,20}\))/u;

/** Returns the number of a formula as the text has it, `(1)`, or null. The page may have written the attribute. */
export const readFormulaNumber = (math: DomElement): string | null =>
  numberForm.exec(math.getAttribute(numberAttribute) ?? '')?.[1] ?? null;

const formulaOf = (tex: string, isDisplay: boolean, number: string | null = null): DomElement => {
  const math = createElement('math');
  if (isDisplay) math.setAttribute('display', 'block');
  const source = createElement('annotation');
  source.setAttribute('encoding', 'application/x-tex');
  source.append(createText(tex.trim()));
  if (number !== null) math.setAttribute(numberAttribute, number);
  math.append(source);
  return math;
};

const isMarked = classMatches(/(?:^|\s)(?:math|arithmatex|formulaDsp)(?:\s|$)/);
const isNumber = classMatches(/(?:^|\s)eqno(?:\s|$)/);
const marked = /^\s*\\([([])(.*)\\[)\]]\s*$/s;

/** Returns the number that Sphinx writes before a formula, beside a link to it. */
const numberIn = (element: DomElement): { readonly number: string | null; readonly length: number } => {
  const first = element.firstElementChild;
  if (first === null || !isNumber(first)) return { number: null, length: 0 };
  const { textContent } = first;
  const before = first.previousSibling?.textContent ?? '';
  return before.trim() !== ''
    ? { number: null, length: 0 }
    : {
        number: numberForm.exec(textContent)?.[1] ?? null,
        length: before.length + textContent.length,
      };
};

/** Sphinx, MkDocs and Doxygen leave a formula's source as text between TeX's own marks, for MathJax. */
const restoreMarked = ({ body }: ParsedPage): void => {
  for (const element of elementsWithin(body, ['span', 'div', 'p'])) {
    if (!isMarked(element)) continue;
    const { number, length } = numberIn(element);
    const found = marked.exec(element.textContent.slice(length));
    if (found === null || element.parentNode === null) continue;
    element.parentNode.replaceChild(formulaOf(found[2] ?? '', found[1] === '[', number), element);
  }
};

/** Elements whose text MathJax leaves alone. */
const codeNames = new Set(['pre', 'code', 'kbd', 'samp', 'tt', 'textarea', 'script', 'style', 'annotation']);

/** A formula in a text; no formula holds another. */
const inText = /\\\(((?:(?!\\[()]).)+?)\\\)/gs;

const splitText = (text: DomText, parent: DomElement): void => {
  let from = 0;
  const add = (data: string): void => {
    if (data === '') return;
    const piece = createText(data);
    piece.mark = text.mark;
    parent.insertBefore(piece, text);
  };
  for (const found of text.data.matchAll(inText)) {
    add(text.data.slice(from, found.index));
    parent.insertBefore(formulaOf(found[1] ?? '', false), text);
    from = found.index + found[0].length;
  }
  if (from === 0) return;
  add(text.data.slice(from));
  text.remove();
};

/** A page that loads MathJax has formulas between TeX's own marks wherever it has text. */
const restoreInText = (page: ParsedPage): void => {
  const { body } = page;
  const isLoaded = findElements(page, 'script').some((script) =>
    /mathjax/i.test(script.getAttribute('src') ?? ''),
  );
  if (!isLoaded) return;
  let node: DomNode | null = nextNode(body, body);
  while (node !== null) {
    const at: DomNode = node;
    const isCode = isElement(at) && codeNames.has(at.localName);
    node = isCode ? nodeAfter(at, body) : nextNode(at, body);
    if (isText(at) && at.parentNode !== null && at.data.includes('\\(')) splitText(at, at.parentNode);
  }
};

/** Turns formulas that scripts would draw (`<script type="math/tex">`) into formulas of the page. */
export const restoreFormulas = (page: ParsedPage): void => {
  for (const script of findElements(page, 'script')) {
    const type = script.getAttribute('type') ?? '';
    if (!/^math\/tex/i.test(type) || script.parentNode === null) continue;
    const isDisplay = /mode\s*=\s*display/i.test(type);
    script.parentNode.replaceChild(formulaOf(script.textContent, isDisplay), script);
  }
  restoreMarked(page);
  restoreInText(page);
};
