import { collapsed } from '../dom/dom-walk.ts';
import type { PageHeading } from '../main-content.ts';
import type { Metadata } from '../page-content.ts';

/** Returns the page's title: its heading, or else its headline, or else one of the titles in its head. */
export const choosePageTitle = (
  heading: PageHeading | null,
  { headline, title, og }: Pick<Metadata, 'headline' | 'title' | 'og'>,
): string | null => {
  const text = collapsed(heading?.text ?? headline ?? og.title ?? title ?? '');
  return text === '' ? null : text;
};
