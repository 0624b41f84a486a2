import type { DomElement } from '../dom/dom.ts';
import { holdsAny, summarizeText } from '../dom/text-summary.ts';

/** A panel with less text outside of links is a menu, or holds nothing. */
const ownCharactersMin = 40;
const linkShareMax = 0.5;

/** Says whether a part that opens holds a text to read, and neither a menu nor fields nor a dialog. */
export const holdsText = (panel: DomElement): boolean => {
  const { length, linkLength } = summarizeText(panel);
  const role = panel.getAttribute('role') ?? '';
  return (
    (length - linkLength >= ownCharactersMin || holdsAny(panel, ['pre'])) &&
    linkLength <= linkShareMax * length &&
    !/^(?:menu|menubar|listbox|dialog|alertdialog|navigation|tree|tooltip)$/.test(role) &&
    panel.localName !== 'nav' &&
    panel.localName !== 'dialog' &&
    !holdsAny(panel, ['input', 'select', 'textarea', 'nav', 'h1'])
  );
};

const opened = new WeakSet<DomElement>();

/** Notes that a reader can open a part, so that it is content although it may be hidden. */
export const openPanel = (panel: DomElement): void => void opened.add(panel);

/** Says whether `openPanel` noted an element. */
export const isOpened = (element: DomElement): boolean => opened.has(element);
