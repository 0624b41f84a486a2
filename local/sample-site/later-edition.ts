/** A change of a page's text: the text before, and the text later. */
interface Edit {
  readonly path: string;
  readonly before: string;
  readonly after: string;
}

const moth = '<li><a href="/events/moth-night.html">Moth night on the boardwalk</a>, 19 June, from dusk</li>';

/**
 * How the sample site changes later, besides the new pages in the folder `later`: two pages change, and one is gone.
 * ASCII only, because one of the pages has an encoding of its own.
 */
export const laterEdits: readonly Edit[] = [
  {
    path: '/visit.html',
    before: '<tr><td>March to May</td><td>10:00',
    after: '<tr><td>March to May</td><td>09:30',
  },
  { path: '/', before: 'Tuesday to Sunday, 10:00 to', after: 'Tuesday to Sunday, 09:30 to' },
  {
    path: '/',
    before: moth,
    after: `${moth}\n        <li><a href="/events/reed-cutting.html">Reed cutting</a>, 2 October</li>`,
  },
];

/** Answered with 410 later: the site itself says that they are gone for good. */
export const laterGone: readonly string[] = ['/recipes/sorrel-soup.html'];

/** Says what changed, in answer to the request for it. */
export const laterSummary = (isLater: boolean): string =>
  isLater
    ? 'Other hours on / and /visit.html, /events/reed-cutting.html is new, /recipes/sorrel-soup.html is gone.\n'
    : 'The site is as it was at first.\n';
