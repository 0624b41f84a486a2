import { createElement, createText } from './document.ts';
import { elementsWithin } from './dom-walk.ts';
import type { DomElement } from './dom.ts';

/** Makes the formulas that scripts would draw (`<script type="math/tex">`) formulas of the page. */
export const restoreFormulas = (body: DomElement): void => {
  for (const script of elementsWithin(body, ['script'])) {
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
