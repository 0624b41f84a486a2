import { createElement, createText, elementsOf, type PageDocument } from './document.ts';

/** Makes the formulas that scripts would draw (`<script type="math/tex">`) formulas of the page. */
export const restoreFormulas = (page: PageDocument): void => {
  for (const script of elementsOf(page, 'script')) {
    const type = script.getAttribute('type') ?? '';
    if (!/^math\/tex/i.test(type) || script.parentNode === null) continue;
    const math = createElement('math');
    if (/mode\s*=\s*display/i.test(type)) math.setAttribute('display', 'block');
    const source = createElement('annotation');
    source.setAttribute('encoding', 'application/x-tex');
    source.append(createText(script.textContent.trim()));
    math.append(source);
    script.parentNode.replaceChild(math, script);
  }
};
