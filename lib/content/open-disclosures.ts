import { askClasses } from './dom/class-names.ts';
import { collapsed, elementsWithin, findAncestor } from './dom/dom-walk.ts';
import type { DomElement } from './dom/dom.ts';
import { holdsAny, summarizeText } from './dom/text-summary.ts';
import { isCallOutLine } from './passes/junk-phrases.ts';

const headings = ['h1', 'h2', 'h3', 'h4', 'h5', 'h6'];
const headed = new Set([...headings, 'dt', 'summary']);

/** Most buttons that are looked at on a page; further ones are taken for controls. */
const buttonsMax = 2_000;
/** How many wrappers around a button may stand beside what it opens. */
const wrappersMax = 3;
/** A panel with less text outside of links is a menu, or holds nothing. */
const ownCharactersMin = 40;
/** A longer text on a button is no label. */
const labelCharactersMax = 300;

/** Names of buttons that open a part below them, where they do not say so by ARIA. */
const opensByName = askClasses(({ toldList }) =>
  toldList.some((name) => /(?:^|[-_])(?:accordion|collapsible|faq|question)(?:$|[-_])/i.test(name)),
);
const naming = ['aria-controls', 'data-target', 'data-bs-target'];

const acts = 'toggle|open|close|show|hide|view|see|expand|collapse';
const objects =
  'more|less|all|full|this|the|menu|navigation|details?|answers?|transcript|content|section|list|info|text|comments?|' +
  'replies|filters?|search|sidebar|panel|table|options|settings';
const alone =
  'menu|search|filters?|sort|options|settings|details|languages?|contents|table of contents|all|\\W*';

/** What a button says about itself alone: "Show all answers", "On this page". */
const control = new RegExp(
  `^(?:(?:${acts})(?: (?:${objects}))*|(?:on|in) this \\w+|${alone})[\\s.:…]*$`,
  'i',
);

const isLabel = (text: string): boolean =>
  text !== '' && text.length <= labelCharactersMax && !control.test(text) && !isCallOutLine(text, 0, false);

/** Says whether a part holds a text to read, and neither a menu nor fields. */
const isText = (panel: DomElement): boolean => {
  const { length, linkLength } = summarizeText(panel);
  const role = panel.getAttribute('role') ?? '';
  return (
    length - linkLength >= ownCharactersMin &&
    linkLength <= length / 2 &&
    !/^(?:menu|menubar|listbox|dialog|navigation|tree)$/.test(role) &&
    panel.localName !== 'nav' &&
    !holdsAny(panel, ['input', 'select', 'textarea', 'nav', 'h1'])
  );
};

/** Returns the part that a button opens: the one that it names, or the next beside it or its wrappers. */
const panelOf = (button: DomElement, byId: ReadonlyMap<string, DomElement>): DomElement | null => {
  for (const name of naming) {
    const id = (button.getAttribute(name) ?? '').trim().replace(/^#/, '');
    const panel = id === '' ? undefined : byId.get(id);
    if (panel !== undefined) return panel;
  }
  const { length } = summarizeText(button);
  let at = button;
  for (let wrapper = 0; wrapper <= wrappersMax; wrapper += 1) {
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
    opensByName(button));

/** What a button becomes, and the part that it opens. */
interface Disclosure {
  readonly button: DomElement;
  /** `button` for one that says no more than that it opens something: "Read more". */
  readonly name: 'span' | 'div' | 'summary' | 'button';
  readonly panel: DomElement | null;
}

const disclosureOf = (button: DomElement, ids: () => ReadonlyMap<string, DomElement>): Disclosure | null => {
  const isLabelled = isLabel(collapsed(button.textContent));
  const panel = opensPart(button) ? panelOf(button, ids()) : null;
  const opened = panel !== null && isText(panel) ? panel : null;
  if (!isLabelled) return { button, name: 'button', panel: opened };
  const heading = findAncestor(button, ({ localName }) => headed.has(localName));
  if (heading !== null) {
    // Beside words of the heading's own a button is a control: to copy a link, to edit the part.
    const isAlone = summarizeText(heading).length <= summarizeText(button).length;
    return { button, name: isAlone ? 'span' : 'button', panel: opened };
  }
  if (holdsAny(button, headings)) return { button, name: 'div', panel: opened };
  return opened === null ? null : { button, name: 'summary', panel: opened };
};

/**
 * Makes the labels of a page's accordions text: buttons are taken for controls, but a question on a button, in a
 * heading or with one, heads the answer that it opens ("ARIA Authoring Practices Guide", Accordion and Disclosure). The
 * texts behind buttons are opened, as in a printout.
 */
export const openDisclosures = (body: DomElement): void => {
  let byId: Map<string, DomElement> | null = null;
  const ids = (): Map<string, DomElement> =>
    (byId ??= new Map(elementsWithin(body, null).map((element) => [element.id, element])));
  // All are found before any is changed: a change makes the texts around it be counted anew.
  const found = elementsWithin(body, ['button'], buttonsMax).map((button) => disclosureOf(button, ids));
  for (const disclosure of found) {
    if (disclosure === null) continue;
    const { button, name, panel } = disclosure;
    for (const attribute of ['hidden', 'style', 'aria-hidden']) panel?.removeAttribute(attribute);
    if (name !== 'button') button.rename(name);
  }
};
