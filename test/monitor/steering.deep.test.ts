import { readFile } from 'node:fs/promises';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { runCli } from '../../cli/run-cli.ts';
import { untilOver } from '../harness/call-api.ts';
import { openBrowser } from '../harness/open-browser.ts';
import { listen, makeHostilePages } from './hostile-pages.ts';
import {
  noticesManifest,
  productSchema,
  startMonitoredStack,
  type MonitoredStack,
} from './monitored-stack.ts';

/** Sources, manifests and answers in the monitor: what people do there, and what they take away from it. */
let stack: MonitoredStack;
let browser: Browser;
let context: BrowserContext;
let page: Page;

beforeAll(async () => {
  stack = await startMonitoredStack({ inproc: false });
  browser = await openBrowser();
  context = await browser.newContext({ viewport: { width: 1_280, height: 900 } });
  context.setDefaultTimeout(40_000);
  page = await context.newPage();
  await page.addInitScript(listen);
  await page.goto(`${stack.gleaner.url}/monitor/#session=${stack.session}`);
  await page.getByRole('heading', { name: 'Overview' }).waitFor();
});

afterAll(async () => {
  await browser?.close();
  await stack?.stop();
});

const show = async (path: string): Promise<void> => {
  await page.goto(`${stack.gleaner.url}/monitor/#${path}`);
  await page.reload();
};

const state = async (): Promise<string> => (await stack.ask('GET', '/v2/sources/notices')).source.condition;

/** What a button hands over as a file. */
const downloaded = async (button: RegExp | string): Promise<string> => {
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: button }).click(),
  ]);
  return await readFile(await file.path(), 'utf8');
};

test('the command line counts what the first screen counts', async () => {
  const told = await stack.ask('GET', '/v2/overview');
  const at = ['--url', stack.gleaner.url];
  const environment = { GLEANER_KEY: stack.gleaner.key };
  const json = await runCli(['overview', '--json', ...at], { environment });
  expect(JSON.parse(json.stdout)).toMatchObject({ sources: told.sources, changed: told.changed });
  const text = await runCli(['overview', ...at], { environment });
  expect(text.stdout).toContain('Sources: 1 (1 active), 0 running, 0 failed last, 1 changed within a day');
  expect(text.stdout).toMatch(/Due \d{4}-.* UTC: notices/);
});

test('a source is paused with a reason, stays so, and runs again once it is resumed', async () => {
  await show('/sources/notices');
  await page.getByRole('button', { name: 'Pause …' }).click();
  await page.getByLabel('Why').fill('The harbour is being rebuilt');
  await page.getByRole('button', { name: 'Pause the source' }).click();
  await page.getByText('The harbour is being rebuilt').waitFor();
  expect(await state()).toBe('paused');
  await page.getByRole('button', { name: 'Resume' }).click();
  await page.getByRole('button', { name: 'Pause …' }).waitFor();
  expect(await state()).toBe('active');
  await page.getByRole('button', { name: 'Run now' }).click();
  await page.getByRole('link', { name: 'watch it' }).first().click();
  await page.getByRole('heading', { name: /^crawl of/ }).waitFor();
  await page.locator('.state-completed').first().waitFor();
});

test('a source tells the health of its last run beside what is usual, what it cost, and a hash of what it says', async () => {
  await show('/sources/notices');
  const health = page.getByRole('region', { name: 'Health' });
  const { runs } = await stack.ask('GET', '/v2/sources/notices/runs');
  const row = health.getByRole('row').filter({ hasText: 'Pages read' });
  expect(await row.innerText()).toContain(String(runs[0].health.pages));
  const { source } = await stack.ask('GET', '/v2/sources/notices');
  expect(source.contentHash).toBe(runs[0].contentHash);
  expect(source.lastRunDollars).toBe(runs[0].dollars);
  await page.locator(`code[title="${source.contentHash}"]`).waitFor();
});

test('what a month cost stands beside what waits, as its route tells it', async () => {
  const { month, queues } = await stack.ask('GET', '/v2/overview');
  expect(month.dollars).toBeGreaterThan(0);
  await show('/');
  const list = page.getByRole('region', { name: 'Queues' });
  await expect.poll(async () => await list.getByRole('row').count()).toBe(queues.length + 1);
  await page.getByText('none was named').waitFor();
});

test('the settings tell what runs here, and no button is out of sight', async () => {
  const told = await stack.ask('GET', '/v2/deployment');
  await show('/settings');
  await page.getByText(told.version, { exact: true }).waitFor();
  const revoke = page.getByRole('button', { name: /^Revoke / }).first();
  await revoke.waitFor();
  const box = await revoke.boundingBox();
  expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(1_280);
});

test('a hostile manifest is refused in words, however deep or large it is', async () => {
  await show('/manifests');
  const chooser = page.getByLabel('Drop a manifest here');
  const file = (text: string) => ({ name: 'm.yaml', mimeType: 'text/yaml', buffer: Buffer.from(text) });
  await chooser.setInputFiles(file(`a: ${'['.repeat(5_000)}`));
  await page.getByText('expected at most 100 levels, found more').waitFor();
  await chooser.setInputFiles(file('x'.repeat(2_097_153)));
  await page.getByText('A manifest has at most 2,097,152 bytes').waitFor();
});

test('many sources are paused at once, only after it was said which', async () => {
  await show('/run');
  await page.getByRole('button', { name: 'Choose all that are shown' }).click();
  await page.getByRole('button', { name: 'Pause 1 source …' }).click();
  await page.getByText('None of these runs by itself until it is resumed: notices').waitFor();
  expect(await state()).toBe('active');
  await page.getByRole('button', { name: 'Yes, pause it' }).click();
  await page.getByRole('heading', { name: 'What became of them' }).waitFor();
  expect(await state()).toBe('paused');
  await page.getByRole('button', { name: 'Resume 1 source …' }).click();
  await page.getByRole('button', { name: 'Yes, resume it' }).click();
  await expect.poll(state).toBe('active');
});

test('of the chosen sources it is said which an action does not reach, and it is done for the others', async () => {
  const { sources } = await stack.ask('GET', '/v2/sources');
  const retired = { ...sources[0], id: 'old', name: null, status: 'retired', condition: 'retired' };
  await page.route('**/v2/sources', async (route) => {
    await route.fulfill({ json: { success: true, sources: [...sources, retired] } });
  });
  onTestFinished(() => page.unrouteAll());
  await show('/run');
  await page.getByRole('button', { name: 'Choose all that are shown' }).click();
  await page.getByRole('button', { name: 'Resume 2 sources …' }).click();
  await page.getByText('and each runs again as its manifest says: notices').waitFor();
  await page.getByText('Gleaner cannot resume 1 source of these:').waitFor();
  await page.getByText('old: its manifest has retired it').waitFor();
  await page.getByRole('button', { name: 'Yes, resume it' }).click();
  const became = page.getByRole('region', { name: 'What became of them' });
  await became.waitFor();
  expect(await became.getByRole('row').allInnerTexts()).toHaveLength(2);
  expect(await became.innerText()).toContain('done');
  await page.getByRole('button', { name: 'Choose none' }).click();
  await page.getByLabel('Choose old').check();
  await page.getByRole('button', { name: 'Run 1 source …' }).click();
  await page.getByText('old: its manifest has retired it').waitFor();
  expect(await page.getByRole('button', { name: /^Yes/ }).count()).toBe(0);
});

test('a manifest that is wrong is refused with line and column, and one that is right is planned and applied', async () => {
  await show('/manifests');
  const file = (text: string) => ({ name: 'tides.yaml', mimeType: 'text/yaml', buffer: Buffer.from(text) });
  const chooser = page.getByLabel('Drop a manifest here');
  const yaml = (frequency: string): string =>
    [
      'version: 1.1.0',
      'name: tides',
      'sources:',
      '  - id: notices',
      `    url: ${stack.site.origin}/notices`,
      '    method: crawl',
      `    frequency: ${frequency}`,
    ].join('\n');
  await chooser.setInputFiles(file(`${yaml('daily')}\n  - [`));
  await page.getByRole('alert').getByText('Line 8').waitFor();
  await chooser.setInputFiles(file(yaml('often')));
  await page.getByRole('alert').getByText('Line 7, column 16').waitFor();
  await chooser.setInputFiles(file(yaml('weekly')));
  const plan = page.getByRole('region', { name: 'Plan' });
  await plan.getByText('frequency: "weekly" instead of "daily"').waitFor();
  expect((await stack.ask('GET', '/v2/manifests/tides')).version).toBe('1.0.0');
  await page.getByRole('button', { name: 'Apply to 1 source' }).click();
  await page.getByText('It is applied, as number 2 of the log.').waitFor();
  expect((await stack.ask('GET', '/v2/sources/notices')).source.cadence).toBe('weekly');
});

test('a file that is dropped is read as one that is chosen', async () => {
  await show('/manifests');
  const text = JSON.stringify(noticesManifest(stack.site.origin, '9.9.9'));
  const transfer = await page.evaluateHandle(
    `(() => {
      const all = new DataTransfer();
      all.items.add(new File([${JSON.stringify(text)}], 'm.json'));
      return all;
    })()`,
  );
  await page.locator('.drop').dispatchEvent('drop', { dataTransfer: transfer });
  await page.getByText('tides 9.9.9').waitFor();
});

test('two versions of a manifest are set beside each other, and one goes back to the first by two clicks', async () => {
  await show('/manifests/tides');
  const differs = page.getByRole('region', { name: 'What differs' });
  await differs.getByText('weekly').waitFor();
  await page.getByRole('button', { name: 'Go back to 1.0.0, number 1' }).click();
  await page.getByRole('button', { name: 'Go back to 1.0.0', exact: true }).click();
  await page.getByText('1.0.0, gone back to').waitFor();
  expect((await stack.ask('GET', '/v2/sources/notices')).source.cadence).toBe('daily');
  expect(JSON.parse(await downloaded('Download it'))).toMatchObject({ name: 'tides', version: '1.0.0' });
});

test('the schedule of a source is changed through its manifest, which goes up by a version', async () => {
  await show('/sources/notices');
  await page.getByRole('tab', { name: 'Schedule' }).click();
  await page.getByRole('button', { name: 'Change the schedule …' }).click();
  await page.getByLabel('Said by').selectOption('every');
  await page.getByLabel('Schedule').last().fill('6h');
  await page.getByRole('button', { name: 'Show what that does' }).click();
  await page.getByRole('button', { name: 'Apply to 1 source' }).click();
  await page.getByText(/It is applied/).waitFor();
  const { source } = await stack.ask('GET', '/v2/sources/notices');
  expect([source.cadence, source.manifestVersion]).toEqual(['6h', '1.0.1']);
});

test('the error log is filtered by code in its address, and taken away as CSV', async () => {
  await show('/failures');
  await page.getByLabel('Code').selectOption('HTTP_NOT_FOUND');
  expect(page.url()).toContain('code=HTTP_NOT_FOUND');
  const list = page.getByRole('region', { name: 'Failures' });
  await expect.poll(async () => await list.getByText('HTTP_NOT_FOUND').count()).toBe(2);
  await page.getByLabel('Words').fill('/gone');
  const [heads, first, ...rest] = (await downloaded('Download all as CSV')).split('\r\n');
  expect(heads).toBe('when,source,job,state,http,code,retries,url,error');
  expect(first).toContain(`failed,404,HTTP_NOT_FOUND,0,${stack.site.origin}/gone,`);
  expect(rest).toEqual(['']);
});

test('an extraction is a grid with its fill rate, and no cell of its CSV is a formula', async () => {
  await show(`/jobs/${stack.extraction}/answers`);
  const grid = page.getByRole('region', { name: 'Answers' });
  await grid.getByText('=HYPERLINK("Chair")').waitFor();
  const csv = await downloaded('Download all as CSV');
  expect(csv).toBe(`url,name,price\r\n${stack.site.origin}/chair,"'=HYPERLINK(""Chair"")",120.5\r\n`);
  expect(JSON.parse(await downloaded('Download all as JSON'))).toEqual([
    { url: `${stack.site.origin}/chair`, name: '=HYPERLINK("Chair")', price: 120.5 },
  ]);
});

test('a value of an extraction leads to the words of the page that it was found in', async () => {
  await show(`/jobs/${stack.extraction}/answers`);
  await page.getByRole('region', { name: 'Answers' }).getByRole('link').click();
  const evidence = page.getByRole('region', { name: 'Evidence' });
  await evidence.getByRole('button', { name: 'price' }).click();
  expect(await page.evaluate('document.activeElement.textContent')).toContain('120.50 EUR');
  expect(await evidence.getByRole('row').count()).toBe(3);
});

test('a search of what was crawled marks the words that were looked for', async () => {
  await show('/search');
  await page.getByLabel('Look for').fill('edition notice');
  await expect
    .poll(async () => {
      await page.getByRole('button', { name: 'Search', exact: true }).click();
      await page.getByText('the best first').waitFor();
      return await page.locator('.passage mark').count();
    })
    .toBeGreaterThan(0);
  expect((await page.locator('.passage mark').first().innerText()).toLowerCase()).toMatch(/edition|notice/);
});

test('the changes of all sources are listed, by kind too', async () => {
  await show('/changes');
  const list = page.getByRole('region', { name: 'Changes' });
  const { changes } = await stack.ask('GET', '/v2/changes');
  await expect.poll(async () => await list.getByRole('row').count()).toBe(changes.length + 1);
  await page.getByLabel('What').selectOption('modified');
  await expect.poll(async () => await list.getByRole('row').count()).toBe(2);
});

test('what is not read yet is told so until its reader has read it, the newest first', async () => {
  await show('/changes');
  const list = page.getByRole('region', { name: 'Changes' });
  const { changes } = await stack.ask('GET', '/v2/changes?before=now');
  await list.getByText('not read yet').first().waitFor();
  expect(await list.getByRole('row').nth(1).innerText()).toContain(changes[0].url);
  await page.getByRole('button', { name: 'Mark all as read' }).click();
  expect(await list.getByText('not read yet').count()).toBe(0);
  await page.reload();
  await list.waitFor();
  await page.getByText(/, the newest first; 0 not read yet/).waitFor();
});

test('a change that is told later is not read yet, though its page was visited before those that were read', async () => {
  const told = await stack.ask('GET', '/v2/changes?before=now');
  const [newest] = told.changes;
  const [entry, , mark] = newest.cursor.split('.');
  const late = { ...newest, kind: 'added', url: `${stack.site.origin}/late`, at: '2001-01-01T00:00:00.000Z' };
  const later = { ...late, cursor: `${Number(entry) + 1}.1.${mark}` };
  const list = page.getByRole('region', { name: 'Changes' });
  const button = page.getByRole('button', { name: 'Mark all as read' });
  await show('/changes');
  await page.getByText(/, the newest first; 0 not read yet/).waitFor();
  await page.route('**/v2/changes?before=now*', async (route) => {
    await route.fulfill({ json: { ...told, changes: [later, ...told.changes] } });
  });
  // The place after the late change is one, as the API would say.
  await page.route('**/v2/changes?since=*', async (route) => {
    await route.fulfill({ json: { ...told, changes: [] } });
  });
  onTestFinished(() => page.unrouteAll());
  await page.reload();
  await page.getByText(/, the newest first; 1 not read yet/).waitFor();
  expect(await list.getByRole('row').filter({ hasText: 'not read yet' }).innerText()).toContain('/late');
  // Under a filter not all are shown, so not all can be marked.
  await page.getByLabel('What').selectOption('added');
  await expect.poll(async () => await button.isDisabled()).toBe(true);
  await page.getByLabel('What').selectOption('');
  await button.click();
  await page.getByText(/, the newest first; 0 not read yet/).waitFor();
});

test.each([
  ['a time, as marks were once', '2999-01-01T00:00:00.000Z'],
  ['a place in the feed of another deployment', '999.1.0123abcd'],
])('a mark that is %s hides no change', async (_name, mark) => {
  await show('/changes');
  await page.getByRole('heading', { name: 'Changes' }).waitFor();
  await page.evaluate(`localStorage.setItem('gleaner-changes-read', '${mark}')`);
  await page.reload();
  const { changes } = await stack.ask('GET', '/v2/changes?before=now');
  await page.getByText(`, the newest first; ${changes.length} not read yet`).waitFor();
});

test('an alert is on the screen until somebody says that they have seen it', async () => {
  await stack.publish('third');
  await show('/alerts');
  const list = page.getByRole('region', { name: 'Alerts' });
  // A run is listed before it is judged.
  await expect.poll(async () => (await stack.ask('GET', '/v2/alerts')).alerts.length).toBeGreaterThan(0);
  const { alerts } = await stack.ask('GET', '/v2/alerts');
  expect((await stack.ask('GET', '/v2/overview')).alerts.open).toBe(alerts.length);
  await expect.poll(async () => await list.getByRole('row').count()).toBe(alerts.length + 1);
  await list.getByRole('button', { name: 'I have seen it: changed of notices' }).click();
  await list.getByText(/^seen by /).waitFor();
  await list.getByLabel('Put it off: changed of notices').selectOption('7d');
  await list.getByText(/put off until/).waitFor();
  expect((await stack.ask('GET', '/v2/alerts?state=acknowledged')).alerts).toMatchObject([
    { id: 'notices.changed' },
  ]);
  await page.getByLabel('State').selectOption('open');
  await page.getByText('No source behaves unlike itself.').waitFor();
  expect(page.url()).toContain('state=open');
});

test('who is told of alerts is added by name and address, and taken away again', async () => {
  await show('/alerts');
  const form = page.getByRole('form', { name: 'Another channel' });
  await form.getByLabel('Name').fill('ops');
  await form.getByLabel('Address').fill('https://hooks.example/secret');
  await form.getByRole('button', { name: 'Have it told' }).click();
  const list = page.getByRole('region', { name: 'Channels' });
  await list.getByText('hooks.example', { exact: true }).waitFor();
  expect(await page.locator('main').innerText()).not.toContain('secret');
  await list.getByRole('button', { name: 'Tell it no more: ops' }).click();
  await page.getByText('Nobody is told').waitFor();
});

test('an alert says which channels were told of it, how often it was tried, and what was wrong', async () => {
  for (const [name, path] of [
    ['heard', '/hook'],
    ['deaf', '/deaf'],
  ])
    await stack.ask('POST', '/v2/alerts/channels', {
      name,
      kind: 'webhook',
      url: stack.site.origin + path,
      severity: 'info',
    });
  // An alert that is put off is quiet: this ends that.
  await stack.ask('POST', '/v2/alerts/notices.changed/ack', {});
  await stack.publish('told');
  const tries = async () => (await stack.ask('GET', '/v2/alerts/notices.changed/deliveries')).deliveries;
  await expect.poll(tries).toMatchObject([
    { channel: 'deaf', lastStatusCode: 404 },
    { channel: 'heard', status: 'delivered', lastStatusCode: 200, attempts: 1 },
  ]);
  await show('/alerts?state=all');
  await page.getByRole('row').filter({ hasText: 'changed' }).locator('summary').click();
  const told = page.getByRole('region', { name: 'Who was told of notices.changed' });
  await told.waitFor();
  expect(await told.innerText()).toMatch(/deaf[\s\S]*404[\s\S]*heard[\s\S]*delivered[\s\S]*200/);
  for (const name of ['heard', 'deaf']) await stack.ask('DELETE', `/v2/alerts/channels/${name}`);
});

test('the audit tells who did what, and is checked', async () => {
  await show('/audit');
  const list = page.getByRole('region', { name: 'Audit' });
  await list.getByText('manifest.applied').first().waitFor();
  await list.getByText(`${stack.site.origin}/notices/1`).first().waitFor();
  await page.getByLabel('What').selectOption('source.paused');
  expect(page.url()).toContain('action=source.paused');
  await expect.poll(async () => await list.getByText('page.visited').count()).toBe(0);
  await page.getByRole('button', { name: 'Check that nothing' }).click();
  await page.getByText(/Nothing is wrong with any of \d+ chains?/).waitFor();
  const heads = 'timestamp,by,action,chain,seq,run_id,url,http_status,error,content_hash';
  // One load from an empty page: only the screen's own answer can come, and the page stays until it is read.
  await page.goto('about:blank');
  const [{ rows }] = await Promise.all([
    page
      .waitForResponse('**/v2/audit?*')
      .then(
        async (told) =>
          (await told.json()) as { rows: readonly Readonly<Record<string, string | number | null>>[] },
      ),
    page.goto(`${stack.gleaner.url}/monitor/#/audit`),
  ]);
  const csv = await downloaded(/^Download [\d,]+ rows? as CSV$/);
  const written = rows.map((row) =>
    heads
      .split(',')
      .map((head) => row[head] ?? '')
      .join(','),
  );
  expect(rows.length).toBeGreaterThan(5);
  expect(csv).toBe([heads, ...written, ''].join('\r\n'));
});

test('what a plot shows stands in the table behind it, and adds up to what the API says', async () => {
  await show(`/jobs/${stack.crawl}/timing`);
  await page.getByText('Its numbers').first().click();
  const cells = await page
    .getByRole('region', { name: /^Numbers: Pages that ended/ })
    .locator('td')
    .allInnerTexts();
  const { job } = await stack.ask('GET', `/v2/jobs/${stack.crawl}/progress`);
  const { done, failed, blocked } = job.counts;
  expect(cells.reduce((sum, cell) => sum + Number(cell), 0)).toBe(done + failed + blocked);
});

test('costs are those of the list of jobs, taken together', async () => {
  const { jobs } = await stack.ask('GET', '/v2/jobs');
  const rows = (jobs as readonly { dollars: number }[]).map(({ dollars }) => dollars);
  await show('/costs');
  await page.getByText('Together').waitFor();
  const [, ...lines] = (await downloaded('Download as CSV')).trimEnd().split('\r\n');
  expect(lines.map((line) => Number(line.split(',').at(-1)))).toEqual(rows);
});

test('keys are listed and made, and a session that may not see them is told so and sees the rest', async () => {
  await show('/settings');
  const list = page.getByRole('region', { name: 'Keys', exact: true });
  await expect.poll(async () => await list.getByRole('row').count()).toBe(2);
  await page.getByLabel('Name', { exact: true }).fill('ci');
  await page.getByRole('button', { name: 'Make a key' }).click();
  await page.getByText('shown here and never again').waitFor();
  await expect.poll(async () => await list.getByRole('row').count()).toBe(3);
  const { session } = await stack.ask('POST', '/v2/team/sessions', { scopes: ['read'] });
  const other = await context.newPage();
  onTestFinished(async () => await other.close());
  await other.goto(`${stack.gleaner.url}/monitor/#session=${session}`);
  await other.getByRole('link', { name: 'Settings' }).click();
  await other.getByText('That this key may have').waitFor();
  await expect.poll(async () => await other.getByRole('alert').count()).toBe(2);
  await other.getByRole('alert').first().getByText(/admin/).waitFor();
});

test('a tab that is hidden asks nothing, and asks again once it is seen', async () => {
  const other = await context.newPage();
  onTestFinished(async () => await other.close());
  await other.clock.install();
  const asked: string[] = [];
  other.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await other.goto(`${stack.gleaner.url}/monitor/#session=${stack.session}`);
  await other.goto(`${stack.gleaner.url}/monitor/#/`);
  await other.getByRole('heading', { name: 'Jobs within a day' }).waitFor();
  const see = async (how: 'hidden' | 'visible'): Promise<void> =>
    void (await other.evaluate(
      `Object.defineProperty(document, 'visibilityState', { value: '${how}', configurable: true });
       document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))`,
    ));
  await see('hidden');
  asked.length = 0;
  await other.clock.runFor(10 * 60_000);
  expect(asked).toEqual([]);
  await see('visible');
  await other.clock.runFor(20_000);
  await expect.poll(() => asked.length).toBeGreaterThan(0);
});

test('whoever looks at a running job asks at most forty times a minute, and about its counts every two seconds', async () => {
  const { id } = await stack.ask('POST', '/v2/batch/scrape', { urls: [`${stack.site.origin}/never`] });
  const other = await context.newPage();
  onTestFinished(async () => {
    await other.close();
    await stack.ask('DELETE', `/v2/batch/scrape/${id}`);
  });
  await other.clock.install();
  await other.addInitScript(`
    window.asked = [];
    const ask = fetch;
    window.fetch = (url, options) => (asked.push(new URL(url, location.href).pathname), ask(url, options));
  `);
  // Each answer has another number, which tells that it is on the screen.
  let looks = 0;
  await other.route('**/progress', async (route) => {
    const response = await route.fetch();
    const json = (await response.json()) as { job: { counts: { finished: number } } };
    looks += 1;
    json.job.counts.finished = looks;
    await route.fulfill({ response, json });
  });
  const untilShown = async (look: number): Promise<void> =>
    await expect
      .poll(async () => {
        await other.clock.runFor(1);
        return await other.locator('main').innerText();
      })
      .toContain(`${look} of 1 known have ended`);
  await other.goto(`${stack.gleaner.url}/monitor/#session=${stack.session}`);
  await other.goto(`${stack.gleaner.url}/monitor/#/jobs/${id}`);
  await untilShown(1);
  // From now on the page's clock stands still but for what this test runs it.
  await other.clock.pauseAt(Date.now() + 5_000);
  // The clock is that of all pages of the context.
  onTestFinished(async () => await other.clock.resume());
  const count = async (path: string): Promise<number> =>
    (await other.evaluate(`asked.filter((path) => path.endsWith('${path}')).length`)) as number;
  const before = await count('');
  /** Seconds of the page's own clock. */
  const seconds = async (): Promise<number> => ((await other.evaluate('Date.now()')) as number) / 1_000;
  const beganAt = await seconds();
  const askedAt: number[] = [];
  for (let tenth = 0; tenth < 600; tenth += 1) {
    await other.clock.runFor(100);
    const asked = await count('/progress');
    if (asked === askedAt.length + 1) continue;
    askedAt.push((await seconds()) - beganAt);
    await untilShown(asked);
  }
  const minutes = ((await seconds()) - beganAt) / 60;
  expect((await count('')) - before).toBeLessThanOrEqual(40 * minutes);
  const gaps = askedAt.map((at, index) => at - (askedAt[index - 1] ?? 0));
  expect(Math.max(...gaps)).toBeLessThanOrEqual(2.5);
  expect(askedAt.length).toBeGreaterThanOrEqual(24);
  // The line of the pace has each of these counts in the table behind it, with the pace since the one before.
  await other.getByText('Its numbers').click();
  await other.getByRole('region', { name: 'Numbers: pages a second' }).waitFor();
  const rows = (await other.evaluate(
    `[...document.querySelectorAll('.rate tbody tr')].map(({ cells: [at, ended, rate] }) =>
      [at.querySelector('time').dateTime, ended.innerText, rate.innerText])`,
  )) as [at: string, ended: string, rate: string][];
  expect(rows.map(([, ended]) => Number(ended))).toEqual(askedAt.map((_, index) => index + 2));
  for (const [index, [at, , rate]] of rows.entries()) {
    const before = rows[index - 1]?.[0];
    if (before === undefined) continue;
    expect(rate).toBe((1_000 / (Date.parse(at) - Date.parse(before))).toFixed(1));
  }
  expect(await other.locator('figure.rate polyline').getAttribute('points')).toMatch(
    new RegExp(`^(?:[\\d.]+,[\\d.]+ ?){${rows.length}}$`),
  );
});

test('of twenty hostile pages none runs a script or asks another host, whatever shows it', async () => {
  const count = makeHostilePages('').length;
  expect(count).toBe(20);
  const urls = Array.from({ length: count }, (_, index) => `${stack.site.origin}/evil/${index}`);
  const { id } = await stack.ask('POST', '/v2/batch/scrape', {
    urls,
    formats: ['markdown', 'html', 'rawHtml'],
  });
  await untilOver(stack.gleaner, `/v2/batch/scrape/${id}`);
  const { pages } = await stack.ask('GET', `/v2/jobs/${id}/pages?limit=50`);
  expect(pages).toHaveLength(count);
  const before = stack.site.requests.length;
  const foreign: string[] = [];
  const note = (request: { url: () => string }): void => {
    if (!/^blob:|^data:/.test(request.url()) && !request.url().startsWith(stack.gleaner.url))
      foreign.push(request.url());
  };
  page.on('request', note);
  onTestFinished(() => void page.off('request', note));
  for (const { id: hash } of pages as readonly { id: string }[]) {
    await show(`/jobs/${id}/pages/${hash}`);
    for (const view of ['Rendered', 'HTML']) {
      await page.getByRole('tab', { name: view, exact: true }).click();
      await page.frameLocator('iframe').getByText('This is the page called').first().waitFor();
      expect(await page.locator('iframe').getAttribute('sandbox')).toBe('');
    }
    expect(await page.evaluate('window.heard')).toEqual([]);
  }
  expect(foreign).toEqual([]);
  // A channel that was removed is still told of what was under way: its tries go on for a day.
  const asked = stack.site.requests.slice(before).filter(({ path }) => path !== '/deaf');
  expect(asked.map(({ path }) => path)).toEqual([]);
});

test('between two versions the extracted fields that differ are told beside the text', async () => {
  const url = `${stack.site.origin}/chair`;
  const scrape = { formats: ['markdown', { type: 'json', schema: productSchema }] };
  const manifest = { version: '1.0.0', name: 'chairs', sources: [{ id: 'chair', url, scrape }] };
  await stack.ask('POST', '/v2/sources/apply', { manifest });
  await stack.publish('dear', 'chair');
  await stack.publish('cheaper', 'chair');
  await show(`/sources/chair/page?${new URLSearchParams({ url }).toString()}`);
  const fields = page.getByRole('region', { name: 'Fields that differ' });
  await expect.poll(async () => await fields.getByRole('row').allInnerTexts()).toHaveLength(2);
  expect((await fields.getByRole('row').last().innerText()).split('\t')).toEqual(['price', '120.5', '99']);
});

test('a version of which little was kept is warned of, on either side of what differs', async () => {
  const url = `${stack.site.origin}/jug`;
  await stack.ask('POST', '/v2/sources/apply', {
    manifest: { version: '1.0.0', name: 'jugs', sources: [{ id: 'jug', url }] },
  });
  await stack.publish('blue', 'jug');
  await stack.publish('green', 'jug');
  await show(`/sources/jug/page?${new URLSearchParams({ url }).toString()}`);
  const warnings = page.getByRole('note');
  await expect.poll(async () => await warnings.count()).toBe(2);
  const { versions } = await stack.ask(
    'GET',
    `/v2/versions?${new URLSearchParams({ url, source: 'jug' }).toString()}`,
  );
  const at = new URLSearchParams({ url, source: 'jug', date: versions[0].at });
  const { kept } = (await stack.ask('GET', `/v2/versions/at?${at.toString()}`)).envelope.content;
  expect(kept).toBeLessThan(0.9);
  const texts = await warnings.allInnerTexts();
  expect(texts[0]).toContain('Of this version');
  expect(texts[1]).toContain('Of the version before');
  expect(texts[0]).toContain(`only ${Math.round(kept * 100)} % of the page’s text was kept`);
  await show(
    `/sources/notices/page?${new URLSearchParams({ url: `${stack.site.origin}/notices/1` }).toString()}`,
  );
  await page.getByRole('heading', { name: 'The page as it was' }).waitFor();
  expect(await warnings.count()).toBe(0);
});

test('what failed is fetched again by its code, as a job of its own', async () => {
  await show(`/jobs/${stack.crawl}`);
  const again = page.getByRole('group', { name: 'Fetch again' });
  await again.getByLabel('Fetch again').selectOption('HTTP_NOT_FOUND');
  await again.getByRole('button', { name: 'Begin' }).click();
  const [told, refused] = [again.getByText(/^\d+ pages?: /), again.getByRole('alert')];
  await told.or(refused).waitFor();
  expect(await refused.allInnerTexts()).toEqual([]);
  await again.getByRole('link', { name: 'watch it' }).click();
  await page.locator('.state-completed').first().waitFor();
});

test('what a webhook was told is listed, and a job without one says so', async () => {
  const { id } = await stack.ask('POST', '/v2/batch/scrape', {
    urls: [`${stack.site.origin}/docs/a`],
    webhook: `${stack.site.origin}/hook`,
  });
  await untilOver(stack.gleaner, `/v2/batch/scrape/${id}`);
  await show(`/jobs/${id}/webhook`);
  const list = page.getByRole('region', { name: 'Deliveries' });
  await list.getByText('batch_scrape.completed').or(list.getByText('batch.completed')).first().waitFor();
  await show(`/jobs/${stack.crawl}/webhook`);
  await page.getByText('The request of this job named no webhook').waitFor();
});

test('a run that ends while its source is looked at is listed without a reload', async () => {
  await show('/sources/notices');
  const rows = page.locator('[aria-label="Runs"]').getByRole('row');
  await rows.nth(1).waitFor();
  const before = await rows.count();
  await stack.publish('Later edition');
  await rows.nth(before).waitFor();
});
