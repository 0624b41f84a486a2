import { askClasses } from '../dom/class-names.ts';
import { findAncestor, matchingWithin } from '../dom/dom-walk.ts';
import type { DomElement } from '../dom/dom.ts';
import { isHidden } from '../dom/hiding-rules.ts';
import { summarizeText } from '../dom/text-summary.ts';
import { headsText } from './label-words.ts';
import { holdsText } from './panel-text.ts';

/** Most hidden elements that are looked at on a page. */
const hiddenMax = 2_000;
/** Fewer of a kind are no list of questions. */
const answersMin = 2;

const questionNames = askClasses(({ toldList }) =>
  toldList.some((name) =>
    /(?:^|[-_])(?:accordions?|faqs?|questions?|toggles?|collapsible|trigger)(?:$|[-_])/i.test(name),
  ),
);
const frameNames = new Set(['nav', 'header', 'footer', 'form', 'dialog', 'aside']);

const isHeading = ({ localName }: DomElement): boolean => /^(?:h[1-6]|dt)$/.test(localName);

/** Says whether an element is the question over an answer: a heading, or what is called a question. */
const isQuestion = (element: DomElement): boolean => {
  const { length, linkLength } = summarizeText(element);
  if (linkLength === length) return false;
  if (!headsText(element)) return false;
  return isHeading(element) || questionNames(element) || element.textContent.trimEnd().endsWith('?');
};

/** What elements of one kind share. */
const kindOf = ({ localName, className }: DomElement): string => `${localName}.${className}`;

/**
 * Finds answers that a page hides by their own attributes until a script shows them, and of which nothing says how they
 * are opened: at least two of a kind, each right below a question. A hidden part in the frame or a form is none.
 */
export const hiddenAnswers = (body: DomElement): DomElement[] => {
  const kinds = new Map<string, DomElement[]>();
  for (const panel of matchingWithin(body, isHidden).slice(0, hiddenMax)) {
    const question = panel.previousElementSibling;
    if (question === null || isHidden(question) || !isQuestion(question) || !holdsText(panel)) continue;
    if (findAncestor(panel, ({ localName }) => frameNames.has(localName)) !== null) continue;
    const kind = `${kindOf(question)} ${kindOf(panel)}`;
    kinds.set(kind, [...(kinds.get(kind) ?? []), panel]);
  }
  return [...kinds.values()].filter(({ length }) => length >= answersMin).flat();
};
