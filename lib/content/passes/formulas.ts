import { elementsWithin } from '../dom/dom-walk.ts';
import { classMatches } from '../dom/class-names.ts';
import type { DomElement } from '../dom/dom.ts';
import { createElement, createText, findElements, type ParsedPage } from '../dom/document.ts';

const formulaOf = (tex: string, isDisplay: boolean): DomElement => {
  const math = createElement('math');
  if (isDisplay) math.setAttribute('display', 'block');
  const source = createElement('annotation');
  source.setAttribute('encoding', 'application/x-tex');
  source.append(createText(tex.trim()));
  math.append(source);
  return math;
};

const isMarked = classMatches(/(?:^|\s)(?:math|arithmatex)(?:\s|$)/);

/** Sphinx and MkDocs leave a formula's source as text between TeX's own marks, for MathJax. */
const restoreMarked = ({ body }: ParsedPage): void => {
  for (const element of elementsWithin(body, ['span', 'div'])) {
    if (!isMarked(element)) continue;
    const found = /^\s*\\([([])(.*)\\[)\]]\s*$/s.exec(element.textContent);
    if (found === null || element.parentNode === null) continue;
    element.parentNode.replaceChild(formulaOf(found[2] ?? '', found[1] === '['), element);
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
};
