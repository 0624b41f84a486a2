import { execFileSync } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { nodeOptions } from '../../infra/environment.ts';
import { hostilePages } from '../../lib/content/hostile-pages.fixture.ts';
import { readPage } from '../../lib/content/read-page.ts';
import { usualReading } from '../../lib/content/read-as-usual.fixture.ts';

/**
 * CPU seconds and memory that the content stage takes for each hostile page, in a process of its own, as the first
 * page that it reads. Ends with status 1 where one takes more than is allowed. See ../README.md.
 *
 *   npm run bench:worst-cases [-- <part of a name>]
 */
const secondsMax = 2;
const mebibytesMax = 300;

const options = { ...usualReading, wantHtml: true };

/** What one page took; the page itself and Node are in the memory. */
interface Taken {
  readonly megabytes: number;
  readonly seconds: number;
  readonly mebibytes: number;
  readonly end: string;
}

/** A page from a file, as it comes from a server: making it up takes memory of its own. */
const readOne = (file: string): Taken => {
  const html = readFileSync(file, 'utf8');
  const before = process.cpuUsage();
  const read = readPage({ html, url: 'https://a.test/', options });
  const { user, system } = process.cpuUsage(before);
  const cut =
    read.kind === 'read' && read.content.warnings.some((one) => one.startsWith('Only the beginning'));
  return {
    megabytes: html.length / 1e6,
    seconds: (user + system) / 1e6,
    mebibytes: process.resourceUsage().maxRSS / 1_024,
    end: cut ? 'cut' : read.kind,
  };
};

const row = (name: string, cells: readonly string[]): string =>
  name.padEnd(46) + cells.map((cell) => cell.padStart(10)).join('');

const run = (wanted: string): void => {
  const file = join(tmpdir(), `gleaner-worst-case-${process.pid}.html`);
  let over = 0;
  console.log(row('', ['MB', 'CPU s', 'peak MiB', 'end']));
  for (const name of Object.keys(hostilePages).filter((one) => one.includes(wanted))) {
    writeFileSync(file, hostilePages[name]?.() ?? '');
    const printed = execFileSync(
      process.execPath,
      [...nodeOptions.split(' '), import.meta.filename, '--one', file],
      {
        encoding: 'utf8',
      },
    );
    const { megabytes, seconds, mebibytes, end } = JSON.parse(printed) as Taken;
    const isOver = seconds > secondsMax || mebibytes > mebibytesMax;
    if (isOver) over += 1;
    console.log(
      row(name, [
        megabytes.toFixed(1),
        seconds.toFixed(2),
        mebibytes.toFixed(0),
        `${end}${isOver ? ' !' : ''}`,
      ]),
    );
  }
  rmSync(file, { force: true });
  console.log(`${over} take more than ${secondsMax} s of CPU or ${mebibytesMax} MiB`);
  if (over > 0) process.exitCode = 1;
};

const [first = '', second = ''] = process.argv.slice(2);
if (first === '--one') console.log(JSON.stringify(readOne(second)));
else run(first);
