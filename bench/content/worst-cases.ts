import { readPage } from '../../lib/content/read-page.ts';
import { worstCases } from '../../lib/content/worst-cases.fixture.ts';

/**
 * CPU milliseconds that the content stage takes for a megabyte of each generated worst case, by the size of the page: flat, or
 * refused by name. See ../README.md.
 *
 *   node bench/content/worst-cases.ts [part of a name]
 */
const sizes = [1, 5, 20];
const options = {
  onlyMainContent: true,
  includeTags: [],
  excludeTags: [],
  removeBase64Images: true,
  wantHtml: true,
};
const read = (html: string) => readPage({ html, url: 'https://a.test/', options });

const cells = (row: readonly string[]): string =>
  row.map((cell, at) => (at === 0 ? cell.padEnd(30) : cell.padStart(12))).join('');

const wanted = process.argv[2] ?? '';
console.log(cells(['ms of CPU a MB', ...sizes.map((size) => `${size} MB`)]));
for (const [name, page] of Object.entries(worstCases)) {
  if (!name.includes(wanted)) continue;
  // The first reading is for the compiler.
  read(page(200_000));
  const row = sizes.map((size) => {
    const html = page(size * 1e6);
    const before = process.cpuUsage();
    const { kind } = read(html);
    const { user, system } = process.cpuUsage(before);
    return kind === 'refused' ? kind : ((user + system) / 1e3 / size).toFixed(0);
  });
  console.log(cells([name, ...row]));
}
