import { limits } from '../../limits/limits.ts';
import { createElement, createText } from '../dom/document.ts';
import { askClasses } from '../dom/class-names.ts';
import { collapsed, elementsWithin, firstWithin, matchingWithin } from '../dom/dom-walk.ts';
import type { DomElement } from '../dom/dom.ts';
import { summarizeText } from '../dom/text-summary.ts';
import { headingNames } from './element-names.ts';
import { isTabLinks, linkedTabs } from './tab-links.ts';

/** Panels that a browser shows one at a time, and the labels by which a reader chooses one. */
interface TabSet {
  /** All that a reader may choose. */
  readonly tabs: readonly DomElement[];
  /** The label of each panel. */
  readonly labels: readonly DomElement[];
  readonly panels: readonly DomElement[];
}

const hasClass = (element: DomElement, ...names: string[]): boolean =>
  element.classes.list.some((name) => names.includes(name));

const isSet = askClasses(({ list }) => list.some((name) => setNames.has(name)));
/** MkDocs, sphinx-design, sphinx-tabs and sphinx-inline-tabs, VitePress. */
const setNames = new Set(['tabbed-set', 'sd-tab-set', 'tab-set', 'vp-code-group']);

const childrenOf = (element: DomElement): DomElement[] => {
  const children: DomElement[] = [];
  for (let child = element.firstElementChild; child !== null; child = child.nextElementSibling)
    children.push(child);
  return children;
};

/** How many more elements may be examined. */
interface Steps {
  left: number;
}

const hasRole =
  (role: string, steps: Steps) =>
  (element: DomElement): boolean => {
    steps.left -= 1;
    return steps.left >= 0 && element.pairs.length > 0 && element.getAttribute('role') === role;
  };

/** Says whether a tab is the one whose text its panel has at first, among several that narrow the panel. */
const isChosen = (tab: DomElement, panel: DomElement): boolean => {
  const named = panel.getAttribute('aria-labelledby');
  return named === null || named === ''
    ? tab.getAttribute('aria-selected') === 'true'
    : tab.id !== '' && named === tab.id;
};

/** Gives each panel one label. Javadoc has several tabs for one table, of which each hides some rows. */
const labelledOnce = (
  tabs: readonly DomElement[],
  panels: readonly DomElement[],
): Pick<TabSet, 'labels' | 'panels'> => {
  const labels = new Map<DomElement, DomElement>();
  for (const [at, tab] of tabs.entries()) {
    const panel = panels[at];
    if (panel !== undefined && (!labels.has(panel) || isChosen(tab, panel))) labels.set(panel, tab);
  }
  return { labels: [...labels.values()], panels: [...labels.keys()] };
};

/** Finds tabs of the ARIA practices: Docusaurus, Starlight, sphinx-tabs, Bootstrap. */
const ariaSet = (list: DomElement, steps: Steps): TabSet | null => {
  const labels = matchingWithin(list, hasRole('tab', steps));
  const around = list.parentNode;
  if (labels.length < 2 || around === null) return null;
  const scope =
    around.parentNode !== null && firstWithin(around, hasRole('tabpanel', steps)) === null
      ? around.parentNode
      : around;
  const panels = matchingWithin(scope, hasRole('tabpanel', steps));
  const named = labels.map((label) => {
    const id = label.getAttribute('aria-controls') ?? '';
    return id === '' ? undefined : panels.find((panel) => panel.id === id);
  });
  if (named.every((panel) => panel !== undefined)) return { ...labelledOnce(labels, named), tabs: labels };
  return panels.length === labels.length ? { tabs: labels, labels, panels } : null;
};

/**
 * Finds radio buttons and labels as MkDocs, sphinx-design and VitePress write them, beside their panels or before them
 * all.
 */
const radioSet = (set: DomElement): TabSet | null => {
  const labels = elementsWithin(set, ['label']).filter(
    (label) => label.parentNode === set || label.parentNode?.parentNode === set,
  );
  const blocks = childrenOf(set).find((child) => hasClass(child, 'tabbed-content', 'blocks'));
  const apart = childrenOf(set).filter((child) =>
    hasClass(child, 'tabbed-content', 'sd-tab-content', 'tab-content'),
  );
  const panels = apart.length === labels.length ? apart : blocks === undefined ? [] : childrenOf(blocks);
  return labels.length > 1 && panels.length === labels.length ? { tabs: labels, labels, panels } : null;
};

const setOf = (element: DomElement, steps: Steps): TabSet | null =>
  element.getAttribute('role') === 'tablist' ? ariaSet(element, steps) : radioSet(element);

const linkedSet = (element: DomElement, steps: Steps): TabSet | null => {
  const linked = linkedTabs(element, () => {
    steps.left -= 1;
    return steps.left >= 0;
  });
  return linked === null ? null : { ...linked, tabs: linked.labels };
};

/** Most sets of tabs of each sort that are opened on a page; further ones are left as they are. */
const setsMax = 50;

/** Says whether a panel has its label as a heading already. */
const startsWithHeading = (panel: DomElement, label: string): boolean => {
  const [heading] = elementsWithin(panel, headingNames, 1);
  return (
    heading !== undefined &&
    summarizeText(heading).length <= label.length &&
    collapsed(heading.textContent).toLowerCase() === label.toLowerCase()
  );
};

const openSet = ({ tabs, labels, panels }: TabSet): void => {
  for (const [at, panel] of panels.entries()) {
    const label = labels[at];
    const text = label === undefined ? '' : collapsed(label.textContent);
    for (const name of ['hidden', 'style', 'aria-hidden']) panel.removeAttribute(name);
    if (text === '' || startsWithHeading(panel, text)) continue;
    const line = createElement('p');
    const strong = createElement('strong');
    strong.append(createText(text));
    line.append(strong);
    panel.insertBefore(line, panel.firstChild);
  }
  for (const tab of tabs) tab.remove();
};

/** Opens every panel of a page's tabs under its label, as in a printout. */
export const openTabs = (body: DomElement): void => {
  const marked = matchingWithin(
    body,
    (element) => element.pairs.length > 0 && (element.getAttribute('role') === 'tablist' || isSet(element)),
  );
  const steps = { left: limits.tabStepsMax };
  const open = (candidates: readonly DomElement[], find: typeof setOf): void => {
    for (const candidate of candidates.slice(0, setsMax)) {
      if (steps.left <= 0) return;
      const set = find(candidate, steps);
      if (set !== null) openSet(set);
    }
  };
  open(marked, setOf);
  open(matchingWithin(body, isTabLinks), linkedSet);
};
