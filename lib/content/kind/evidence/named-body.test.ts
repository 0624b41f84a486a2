import { expect, test } from 'vitest';
import { parsePage } from '../../dom/document.ts';
import { contentAsUsual } from '../../read-as-usual.fixture.ts';
import { findNamedBody } from './named-body.ts';

const written = (at: number): string =>
  `<p>In heat ${at}, which he won by a stride, the runner looked over his shoulder, and saw that nobody followed.</p>`;
const shown = (at: number): string =>
  `<li><h4> </h4><p>The runner, right, and the other runner of lane ${at}, compete in a semifinal during the games,
  in the stadium of the town, on a Wednesday, in August, which was warm, dry, and without wind.</p></li>`;
const pictures = Array.from({ length: 30 }, (_, at) => shown(at)).join('');
const page = (attributes: string): string => `<html><head><title>He wins again</title>
  <meta property="article:published_time" content="2012-08-09"></head><body><h1>He wins again</h1>
  <div ${attributes}>${Array.from({ length: 6 }, (_, at) => written(at)).join('')}
  <div><p>More pictures:</p><div><div><p>Loading</p></div><ul>${pictures}</ul>
  </div><p>All of them</p></div></div></body></html>`;

const named: Readonly<Record<string, string>> = {
  'microdata name the body of an article': 'itemprop="articleBody"',
  'microformats name the content of an entry': 'class="post e-content"',
  'hAtom names the content of an entry': 'class="entry-content clear"',
};

test.each(Object.entries(named))(
  'where %s, its paragraphs stay beside a longer slide show',
  (_, attributes) => {
    const { markdown } = contentAsUsual(page(attributes));
    for (const at of [0, 3, 5]) expect(markdown).toContain(`In heat ${at},`);
    expect(markdown).toContain('The runner, right, and the other runner of lane 29');
  },
);

test('of several contents of entries none is the body of the article', () => {
  const { body } = parsePage(`<div class="entry-content">One</div><div class="entry-content">Two</div>`);
  expect(findNamedBody(body, [])).toBeNull();
});
