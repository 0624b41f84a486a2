import { collapsed, isElement, isText } from '../dom/dom-walk.ts';
import type { DomElement, DomNode } from '../dom/dom.ts';

/** Names of MathML (version 4, chapter 3) as TeX; an element without an entry is written as its content. */
const operators: ReadonlyMap<string, string> = new Map([
  ['−', '-'],
  ['×', '\\times '],
  ['·', '\\cdot '],
  ['⋅', '\\cdot '],
  ['±', '\\pm '],
  ['≤', '\\le '],
  ['≥', '\\ge '],
  ['≠', '\\ne '],
  ['≈', '\\approx '],
  ['∈', '\\in '],
  ['→', '\\to '],
  ['⇒', '\\Rightarrow '],
  ['∞', '\\infty '],
  ['∑', '\\sum '],
  ['∏', '\\prod '],
  ['∫', '\\int '],
  ['∂', '\\partial '],
  ['{', '\\{'],
  ['}', '\\}'],
  ['%', '\\%'],
  ['&', '\\&'],
  ['#', '\\#'],
  ['_', '\\_'],
  ['\u2061', ''],
  ['\u2062', ''],
]);

const greek =
  'α alpha β beta γ gamma δ delta ε varepsilon ζ zeta η eta θ theta ι iota κ kappa λ lambda μ mu ν nu ξ ' +
  'xi π pi ρ rho σ sigma ' +
  'τ tau υ upsilon φ varphi χ chi ψ psi ω omega Γ Gamma Δ Delta Θ Theta Λ Lambda Ξ Xi Π Pi Σ Sigma Φ Phi ' +
  'Ψ Psi Ω Omega ϵ epsilon ϕ phi';
const letters = new Map(
  Array.from(greek.matchAll(/(\S+) (\S+)/g), ([, letter, name]) => [letter ?? '', `\\${name} `] as const),
);

const leafOf = (element: DomElement): string => {
  const text = collapsed(element.textContent);
  switch (element.localName) {
    case 'mtext':
    case 'ms':
      return text === '' ? '\\ ' : `\\text{${text}}`;
    case 'mi':
      return (
        letters.get(text) ?? (/^\p{L}{2,}$/u.test(text) ? `\\mathrm{${text}}` : (operators.get(text) ?? text))
      );
    default:
      return operators.get(text) ?? letters.get(text) ?? text;
  }
};

const childrenOf = (element: DomElement): DomElement[] => {
  const found: DomElement[] = [];
  for (let node: DomNode | null = element.firstChild; node !== null; node = node.nextSibling)
    if (isElement(node)) found.push(node);
  return found;
};

/** Deeper nesting than this occurs in no real formula. */
const depthMax = 100;

const group = (tex: string): string => (/^(?:.|\\[a-z]+ ?)$/iu.test(tex) ? tex.trim() : `{${tex}}`);
const braced = (tex: string): string => `{${tex}}`;

type Form = (parts: readonly string[]) => string;
const script: Form = ([base = '', below = '', above = '']) =>
  `${group(base)}_${braced(below)}^${braced(above)}`;

const forms: ReadonlyMap<string, Form> = new Map<string, Form>([
  ['msup', ([base = '', above = '']) => `${group(base)}^${braced(above)}`],
  ['mover', ([base = '', above = '']) => `\\overset${braced(above)}${braced(base)}`],
  ['msub', ([base = '', below = '']) => `${group(base)}_${braced(below)}`],
  ['munder', ([base = '', below = '']) => `${group(base)}_${braced(below)}`],
  ['msubsup', script],
  ['munderover', script],
  ['mfrac', ([top = '', bottom = '']) => `\\frac${braced(top)}${braced(bottom)}`],
  ['msqrt', (parts) => `\\sqrt${braced(parts.join(''))}`],
  ['mroot', ([base = '', degree = '']) => `\\sqrt[${degree}]${braced(base)}`],
  ['mtable', (parts) => `\\begin{matrix}${parts.join(' \\\\ ')}\\end{matrix}`],
  ['mtr', (parts) => parts.join(' & ')],
]);

const texIn = (element: DomElement, depth: number): string => {
  if (/^m(?:i|n|o|s|text)$/.test(element.localName)) return leafOf(element);
  if (/^(?:annotation(?:-xml)?|mspace|mphantom)$/.test(element.localName) || depth > depthMax) return '';
  const children = childrenOf(element);
  if (children.length === 0 && isText(element.firstChild ?? element)) return collapsed(element.textContent);
  const parts = children.map((child) => texIn(child, depth + 1));
  return (forms.get(element.localName) ?? ((all) => all.join('')))(parts);
};

/** Writes a MathML formula as TeX, for formulas without their source. */
export const writeTex = (math: DomElement): string => collapsed(texIn(math, 0));
