import { attribute, findAncestor } from '../dom/dom-walk.ts';
import type { DomElement } from '../dom/dom.ts';

const panelRoles = new Set(['tabpanel', 'region']);
const panelNames =
  /(?:^|[\s_-])(?:accordion|faq|toggle__content|tab-?pane|tabs?-?(?:content|panel))(?:$|[\s_-])/i;

const menuNames = /(?:^|[\s_-])(?:nav|navbar|menu|submenu|header|footer|dropdown|modal|dialog)(?:$|[\s_-])/i;

const isInMenu = (element: DomElement): boolean =>
  findAncestor(
    element,
    ({ localName, className }) =>
      localName === 'nav' || localName === 'header' || localName === 'footer' || menuNames.test(className),
  ) !== null;

/**
 * Says whether a hidden element is the panel of an accordion or of tabs. A reader can open it, so it is content.
 * WAI-ARIA Authoring Practices, "Accordion" and "Tabs": its button labels it, or it has the role.
 */
export const isPanel = (element: DomElement): boolean => {
  const role = attribute(element, 'role');
  const isMarked =
    (role !== null && panelRoles.has(role)) ||
    (role === null && attribute(element, 'aria-labelledby') !== null) ||
    panelNames.test(element.className);
  return isMarked && !menuNames.test(element.className) && !isInMenu(element);
};
