import { availableParallelism, loadavg } from 'node:os';
import { commandArguments } from '../../test/command-line/command-arguments.ts';
import { median } from '../../lib/source/alerts/run-health.ts';
import { openBrowser } from '../../test/harness/open-browser.ts';
import { startMonitoredStack } from '../../test/monitor/monitored-stack.ts';
import { countStarts } from './starts.ts';

/**
 * How long a person waits for the monitor: for its first screen beside a trivial page in the same browser, and for a
 * start of the stack with and without it. See README.md one folder up for its traps.
 *
 *   node bench/monitor/run.ts [--loads 15] [--starts 5]
 */
const { values } = commandArguments('npm run bench:monitor', {
  options: { loads: { type: 'string', default: '15' }, starts: { type: 'string', default: '5' } },
});

/** One load of a page: milliseconds from navigation until it is painted, and those of CPU that its thread took. */
interface Load {
  readonly ms: number;
  readonly cpuMs: number;
}

/** Notes when a text is first in the page, and painted. */
const watchFor = (text: string): string => `
  if (window === top) {
    window.shownAt = new Promise((resolve) => {
      const look = () => {
        if (!(document.body?.innerText ?? '').includes(${JSON.stringify(text)})) return false;
        requestAnimationFrame(() => setTimeout(() => resolve(performance.now()), 0));
        return true;
      };
      const watch = new MutationObserver(() => look() && watch.disconnect());
      watch.observe(document, { childList: true, subtree: true, characterData: true });
    });
  }`;

const screens = async (rounds: number): Promise<void> => {
  const stack = await startMonitoredStack({ inproc: false });
  const browser = await openBrowser();
  const monitor = `${stack.gleaner.url}/monitor/`;
  const context = await browser.newContext({ viewport: { width: 1_280, height: 900 } });
  /** Opens a page in a tab of its own: once with nothing of it kept, once more with what that kept. */
  const open = async (url: string, text: string): Promise<readonly [first: Load, again: Load]> => {
    const page = await context.newPage();
    const keep = `sessionStorage.setItem('gleaner-session', ${JSON.stringify(stack.session)});`;
    await page.addInitScript(`if (location.pathname.startsWith('/monitor')) ${keep}${watchFor(text)}`);
    const cdp = await context.newCDPSession(page);
    await cdp.send('Performance.enable', { timeDomain: 'threadTicks' });
    await cdp.send('Network.enable');
    const threadMs = async (): Promise<number> => {
      const { metrics } = await cdp.send('Performance.getMetrics');
      return (metrics.find(({ name }) => name === 'ThreadTime')?.value ?? Number.NaN) * 1_000;
    };
    const load = async (cacheDisabled: boolean): Promise<Load> => {
      await cdp.send('Network.setCacheDisabled', { cacheDisabled });
      await page.goto('about:blank');
      const before = await threadMs();
      await page.goto(url);
      const ms = (await page.evaluate('window.shownAt')) as number;
      return { ms, cpuMs: (await threadMs()) - before };
    };
    const loads = [await load(true), await load(false)] as const;
    await page.close();
    return loads;
  };
  const kinds: Readonly<Record<string, readonly [url: string, text: string]>> = {
    'a trivial page': [`${stack.site.origin}/docs/a`, 'A'],
    'the overview': [`${monitor}#/`, 'Jobs within a day'],
    'a job': [`${monitor}#/jobs/${stack.crawl}`, 'What became of its pages'],
  };
  const loads = new Map(
    Object.keys(kinds).flatMap((kind) => [
      [`${kind}, first`, [] as Load[]],
      [`${kind}, again`, []],
    ]),
  );
  try {
    // The first round warms the functions and the browser.
    for (let round = 0; round <= rounds; round += 1) {
      for (const [kind, [url, text]] of Object.entries(kinds)) {
        const [first, again] = await open(url, text);
        if (round === 0) continue;
        loads.get(`${kind}, first`)?.push(first);
        loads.get(`${kind}, again`)?.push(again);
      }
    }
  } finally {
    await browser.close();
    await stack.stop();
  }
  const [base = []] = loads.values();
  const baseMs = median(base.map(({ ms }) => ms));
  for (const [kind, found] of loads) {
    const times = found.map(({ ms }) => ms);
    const shown = median(times);
    console.log(
      `${kind.padEnd(24)} ${shown.toFixed(0).padStart(6)} ms (worst ${Math.max(...times).toFixed(0)}), ` +
        `${(shown / baseMs).toFixed(1)} times the trivial page; ` +
        `${median(found.map(({ cpuMs }) => cpuMs)).toFixed(0)} ms of CPU in the page`,
    );
  }
};

console.log(`load ${loadavg()[0]?.toFixed(1)} on ${availableParallelism()} processors`);
if (Number(values.loads) > 0) await screens(Number(values.loads));
if (Number(values.starts) > 0) await countStarts(Number(values.starts));
console.log(`load ${loadavg()[0]?.toFixed(1)} at the end`);
