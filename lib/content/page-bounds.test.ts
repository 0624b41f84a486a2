import { expect, test } from 'vitest';
import { limits } from '../limits/limits.ts';
import { countWork } from './counted-work.fixture.ts';
import { openDisclosures } from './disclosures/open-disclosures.ts';
import { parsePage } from './dom/document.ts';
import { isHidingStyle } from './dom/hiding-rules.ts';
import { openTabs } from './markdown/tabs.ts';
import { readAsUsual as read } from './read-as-usual.fixture.ts';

test.each([
  ['elements and texts', `${'<p>x'.repeat(limits.domNodesMax / 2)}<p>last`],
  ['attributes', `${'<p a b c d>x'.repeat(limits.domAttributesMax / 4)}<p class=z>last`],
])('of a page of more %s than are read the beginning is read, and told so', (_name, html) => {
  const page = read(`<p>first${html}`);
  if (page.kind === 'refused') throw new Error(page.failure.message);
  expect(page.content.markdown).toContain('first');
  expect(page.content.markdown).not.toContain('last');
  expect(page.content.warnings.join()).toMatch(/^Only the beginning of the page was read/);
});

test('of a class attribute longer than anybody writes the first names are asked, and all of it is kept', () => {
  const written = 'name '.repeat(limits.nameCharactersMax);
  const [element] = parsePage(`<p class="${written}" id="${'i'.repeat(20_000)}">x`).body.children;
  expect(element?.classes.list.length).toBe(limits.nameCharactersMax / 'name '.length);
  expect(element?.id.length).toBe(limits.nameCharactersMax);
  expect(element?.getAttribute('class')).toBe(written);
});

test('of a style longer than anybody writes the beginning is judged', () => {
  expect(isHidingStyle(`color:red;display:none;${'color:red;'.repeat(100_000)}`)).toBe(true);
  expect(isHidingStyle(`${'color:red;'.repeat(100_000)}display:none`)).toBe(false);
});

test('however many sets of tabs a page has, their panels are looked for among a counted number of elements', () => {
  const set = '<div role="tablist"><a role="tab">a</a><a role="tab">b</a></div>';
  const { body } = parsePage(set.repeat(20_000));
  // Elements are asked for their role; each of fifty sets would ask all 60,000, twice.
  expect(countWork(() => openTabs(body)).steps).toBeLessThan(limits.tabStepsMax + 200_000);
});

test.each([
  ['what has the role of a button', '<div role="button" aria-expanded="false">', ''],
  ['what stands over something hidden', '<div>', '</div><div hidden><p>Hidden.</p></div>'],
])('however deeply %s is nested, its text is not read again for each', (_name, open, close) => {
  const text = 'A long text about gates. '.repeat(20_000);
  const { body } = parsePage(`${open.repeat(200)}${text}${close.repeat(200)}`);
  expect(countWork(() => openDisclosures(body)).steps).toBeLessThan(3 * text.length);
});
