import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { decodeText } from '../../lib/fetch/http/decode.ts';
import { chains, type ChainName, type ChainPage } from './chains.ts';

/** Runs one chain over pages, a round for every message, in a process of its own: its memory is its own too. */

const [, , name = '', ...files] = process.argv;
const steps = Object.entries(chains[name as ChainName]);
const pages = files.map((file) => {
  const bytes = readFileSync(file);
  const html = decodeText(file.endsWith('.gz') ? gunzipSync(bytes) : bytes, undefined).text;
  return { file, html };
});

const megabytes = pages.reduce((sum, { html }) => sum + Buffer.byteLength(html), 0) / 1e6;

interface Result {
  readonly file: string;
  readonly text?: string;
  readonly error?: string;
}

const readOne = (file: string, html: string, cpu: Record<string, number>): Result => {
  let page: ChainPage = { html };
  try {
    for (const [step, run] of steps) {
      const before = process.cpuUsage();
      page = run(page);
      const { user, system } = process.cpuUsage(before);
      cpu[step] = (cpu[step] ?? 0) + user + system;
    }
  } catch (error) {
    return { file, error: String(error) };
  }
  return { file, text: page.text ?? '' };
};

process.on('message', () => {
  const cpu: Record<string, number> = {};
  const results = pages.map(({ file, html }) => readOne(file, html, cpu));
  process.send?.({ cpu, results, megabytes, maxRssKb: process.resourceUsage().maxRSS });
});
