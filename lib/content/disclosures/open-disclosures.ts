import { askClasses } from '../dom/class-names.ts';
import { elementsById, findAncestor, matchingWithin } from '../dom/dom-walk.ts';
import type { DomElement } from '../dom/dom.ts';
import { holdsAny, summarizeText } from '../dom/text-summary.ts';
import { headingNames } from '../markdown/element-names.ts';
import { hiddenAnswers } from './hidden-answers.ts';
import { headsText } from './label-words.ts';
import { holdsText, openPanel } from './panel-text.ts';

const headed = new Set([...headingNames, 'dt', 'summary']);

/** Most buttons that are looked at on a page; further ones are taken for controls. */
const buttonsMax = 2_000;
/** How many wrappers around a button may stand beside what it opens. */
const wrappersMax = 3;

/** Names of buttons that open a part below them, where they do not say so by ARIA. */
const opensByName = askClasses(({ toldList }) =>
  toldList.some((name) => /(?:^|[-_])(?:accordion|collapsible|faq|question)(?:$|[-_])/i.test(name)),
);
const naming = ['aria-controls', 'data-target', 'data-bs-target'];

/** A link that opens a part of its own page, as Bootstrap writes it. */
const isOpeningLink = (element: DomElement): boolean =>
  element.localName === 'a' &&
  (element.hasAttribute('aria-expanded') ||
    /^(?:collapse|toggle)$/.test(
      element.getAttribute('data-bs-toggle') ?? element.getAttribute('data-toggle') ?? '',
    ));

const isButton = (element: DomElement): boolean =>
  element.localName === 'button' ||
  (element.pairs.length > 0 &&
    (element.getAttribute('role') === 'button' || isOpeningLink(element) || isBoxLabel(element)));

/** Says whether an element is the label of a box for ticking before it: without scripts, the box opens what follows. */
const isBoxLabel = (element: DomElement): boolean => {
  if (element.localName !== 'label') return false;
  const box = element.previousElementSibling;
  const type = box?.localName === 'input' ? box.getAttribute('type') : null;
  return (type === 'checkbox' || type === 'radio') && box?.id === element.getAttribute('for');
};

const idsNamed = (button: DomElement): string[] =>
  [...naming, ...(button.localName === 'a' ? ['href'] : [])]
    .map((name) => (button.getAttribute(name) ?? '').trim().replace(/^#/, ''))
    .filter((id) => id !== '');

/** Returns the part that a button opens: the one that it names, or the next beside it or its wrappers. */
const panelOf = (button: DomElement, byId: ReadonlyMap<string, DomElement>): DomElement | null => {
  for (const id of idsNamed(button)) {
    const panel = byId.get(id);
    if (panel !== undefined) return panel;
  }
  const { length } = summarizeText(button);
  let at = button;
  // A box without a script opens the part right behind its label.
  const wrappers = isBoxLabel(button) ? 0 : wrappersMax;
  for (let wrapper = 0; wrapper <= wrappers; wrapper += 1) {
    const next = at.nextElementSibling;
    if (next !== null && summarizeText(next).length > 0) return next;
    const { parentNode } = at;
    if (parentNode === null || summarizeText(parentNode).length > length) return null;
    at = parentNode;
  }
  return null;
};

/** Tabs are opened by `openTabs`, or not at all: their panels are not all there. */
const opensPart = (button: DomElement): boolean =>
  button.getAttribute('role') !== 'tab' &&
  (button.hasAttribute('aria-expanded') ||
    naming.some((name) => button.hasAttribute(name)) ||
    isOpeningLink(button) ||
    isBoxLabel(button) ||
    opensByName(button));

/** What a button becomes, and the part that it opens. */
interface Disclosure {
  readonly button: DomElement;
  /** Null for one that stays what it is: it says no more than that it opens something, as "Read more" does. */
  readonly name: 'span' | 'div' | 'summary' | null;
  readonly panel: DomElement | null;
}

const disclosureOf = (button: DomElement, ids: () => ReadonlyMap<string, DomElement>): Disclosure => {
  const panel = opensPart(button) ? panelOf(button, ids()) : null;
  const opened = panel !== null && holdsText(panel) ? panel : null;
  const stays: Disclosure = { button, name: null, panel: opened };
  if (!headsText(button)) return stays;
  // What no part is known of may be a link, or a box to tick.
  if (opened === null && button.localName !== 'button') return stays;
  const heading = findAncestor(button, ({ localName }) => headed.has(localName));
  if (heading !== null) {
    // Beside words of the heading's own a button is a control: to copy a link, to edit the part.
    const isAlone = summarizeText(heading).length <= summarizeText(button).length;
    return { ...stays, name: isAlone ? 'span' : null };
  }
  if (holdsAny(button, headingNames)) return { ...stays, name: 'div' };
  return { ...stays, name: opened === null ? null : 'summary' };
};

/**
 * Makes the labels of a page's accordions text: buttons are taken for controls, but a question on a button, in a
 * heading or with one, heads the answer that it opens ("ARIA Authoring Practices Guide", Accordion and Disclosure). The
 * texts behind buttons are opened, as in a printout.
 */
export const openDisclosures = (body: DomElement): void => {
  let byId: Map<string, DomElement> | null = null;
  const ids = (): Map<string, DomElement> => (byId ??= elementsById(body));
  // All are found before any is changed: a change makes the texts around it be counted anew.
  const buttons = matchingWithin(body, isButton).slice(0, buttonsMax);
  const found = buttons.map((button) => disclosureOf(button, ids));
  const answers = hiddenAnswers(body);
  for (const { button, name, panel } of found) {
    if (panel !== null) openPanel(panel);
    if (name === null) continue;
    button.removeAttribute('role');
    if (!headingNames.includes(button.localName)) button.rename(name);
  }
  for (const answer of answers) openPanel(answer);
};
