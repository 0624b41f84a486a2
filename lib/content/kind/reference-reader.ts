import { createElement, createText } from '../document.ts';
import { collapsed, elementsWithin } from '../dom-walk.ts';
import type { DomElement } from '../dom.ts';
import { restoreHeading } from '../main-content.ts';
import { holdsAny, summaryOf } from '../text-summary.ts';
import type { Reader } from './reader.ts';
import { isFramePart } from './reference/frame-parts.ts';
import { generatorOf, type Generator } from './reference/generator.ts';
import { mainPlaceOf } from './reference/main-place.ts';
import { matchesAny, selectorsIn } from './reference/marks.ts';
import { isOwnContents } from './reference/own-contents.ts';
import { removeAround, removeFrame } from './reference/remove-frame.ts';

/** Finds what the page is called where its generator writes that outside of the main part; a level-one heading of it. */
const titleOf = (body: DomElement, main: DomElement, { title }: Generator): DomElement | null => {
  if (title === undefined || holdsAny(main, ['h1'])) return null;
  const selectors = selectorsIn(title);
  const found = elementsWithin(body, null).find((element) => matchesAny(element, selectors));
  const text = found === undefined ? '' : collapsed(found.textContent);
  if (text === '') return null;
  const heading = createElement('h1');
  heading.append(createText(text));
  return heading;
};

/** Reads documentation: removes the frame that its generator puts around it, and keeps all of the rest. */
export const readReference: Reader = ({ page, metadata, heading, found, record, url }) => {
  const { body } = page;
  const generator = generatorOf([page.documentElement, ...elementsWithin(page.documentElement, null)], metadata);
  const main = mainPlaceOf(body, generator);
  const title = generator === null ? null : titleOf(body, main, generator);
  if (generator !== null) {
    const reason = `${generator.name} puts it around the content`;
    if (main !== body) removeAround(body, main, { name: 'generator', reason }, record);
    const frame = selectorsIn(generator.frame);
    removeFrame(main, { name: 'generator', reason, matches: (element) => matchesAny(element, frame) }, record);
  }
  removeFrame(
    main,
    {
      name: 'own-contents',
      reason: 'lists the headings of the page itself',
      matches: (element) => isOwnContents(element, url),
    },
    record,
  );
  removeFrame(main, { name: 'frame', reason: 'stands around the content, or is operated', matches: isFramePart }, record);
  if (title !== null) main.insertBefore(title, main.firstChild);
  if (summaryOf(main).headingLength === 0 || !holdsAny(main, ['h1'])) restoreHeading(main, heading);
  return { root: main, heading, record, foundBy: main === body ? 'body' : 'container', found };
};
