import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { commandArguments } from '../command-line/command-arguments.ts';
import { throwAwayCertificate } from '../../lib/fetch/http/throw-away-certificate.ts';
import { startFakeLlm } from '../harness/fake-llm.ts';
import { answerFromText } from './answer-from-text.ts';
import { writeTable, type Row } from './row.ts';
import { runInspector } from './run-inspector.ts';
import { runLangchain } from './run-langchain.ts';
import { runMcp } from './run-mcp.ts';
import { runMonitors } from './run-monitors.ts';
import { runReader } from './run-reader.ts';
import { runSuite } from './run-suite.ts';
import { serveNames } from './serve-names.ts';
import { serveSearch } from './serve-search.ts';
import { sitePages } from './site-pages.ts';
import { startGleaner } from './start-gleaner.ts';

/**
 * `npm run conformance [-- FILE...] [--keep]`: other people's clients against a Gleaner of its own. Every name that
 * they ask for leads to pages on loopback, every question to a model and every search to servers of ours; nothing
 * leaves the machine but npm.
 */
const { values, positionals } = commandArguments('npm run conformance', {
  allowPositionals: true,
  options: {
    /** Leaves the folder with the logs. */
    keep: { type: 'boolean', default: false },
  },
});

/** Files of the suite; the inspector and the reader are named beside them. */
const files = positionals.filter((name) => name !== 'inspector' && name !== 'reader');
const folder = await mkdtemp(join(tmpdir(), 'gleaner-conformance-'));
const names = Object.keys(sitePages) as [string, ...string[]];
const certificate = throwAwayCertificate(names, { now: Date.now(), lifeMs: 24 * 3_600_000 });
const authority = join(folder, 'authority.pem');
await writeFile(authority, certificate.cert);
const [site, search, llm] = await Promise.all([
  serveNames(certificate),
  serveSearch(),
  startFakeLlm({ answer: answerFromText }),
]);
const rows: Row[] = [];
try {
  const gleaner = await startGleaner(
    folder,
    [
      '--delay',
      '0',
      ...site.allow.flatMap((range) => ['--allow', range]),
      ...site.resolve.flatMap((entry) => ['--resolve', entry]),
    ],
    {
      NODE_EXTRA_CA_CERTS: authority,
      GLEANER_SEARCH: search.url,
      GLEANER_LLM: JSON.stringify({
        providers: { fake: { baseUrl: llm.url, model: 'fake', keyless: true } },
      }),
    },
  );
  try {
    if (positionals.length === 0 || files.length > 0) rows.push(...(await runSuite(folder, gleaner, files)));
    if (positionals.length === 0) {
      rows.push(...(await runMonitors(gleaner)));
      rows.push(...(await runMcp(join(folder, 'mcp'), gleaner)));
      rows.push(...(await runLangchain(join(folder, 'langchain'), gleaner)));
    }
    if (positionals.length === 0 || positionals.includes('inspector')) {
      rows.push(...(await runInspector(join(folder, 'inspector'), gleaner)));
    }
    if (positionals.length === 0 || positionals.includes('reader')) {
      rows.push(...(await runReader(join(folder, 'reader'), gleaner)));
    }
  } finally {
    await gleaner.stop();
  }
} finally {
  await Promise.all([site.close(), search.close(), llm.close()]);
  if (!values.keep) await rm(folder, { recursive: true, force: true });
}
process.stdout.write(`\n${writeTable(rows)}`);
if (values.keep) process.stdout.write(`Logs lie under ${folder}\n`);
// A run in which nothing passed has shown nothing, whatever it skipped.
const isGood =
  rows.some(({ outcome }) => outcome === 'passed') && rows.every(({ outcome }) => outcome !== 'failed');
process.exitCode = isGood ? 0 : 1;
