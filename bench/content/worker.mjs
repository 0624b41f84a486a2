import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { decodeText } from '../../lib/fetch/http/decode.ts';
import { chains } from './chains.mjs';

/** Runs one chain over pages, a round for every message, in a process of its own: its memory is its own too. */

const [, , name, ...files] = process.argv;
const steps = Object.entries(chains[name]);
const pages = files.map((file) => {
  const bytes = readFileSync(file);
  const html = decodeText(file.endsWith('.gz') ? gunzipSync(bytes) : bytes, undefined).text;
  return { file, html };
});

const megabytes = pages.reduce((sum, { html }) => sum + Buffer.byteLength(html), 0) / 1e6;

const microseconds = ({ user, system }) => user + system;

const readOne = ({ file, html }, cpu) => {
  let page = { html };
  try {
    for (const [step, run] of steps) {
      const before = process.cpuUsage();
      page = { ...page, ...run(page) };
      cpu[step] = (cpu[step] ?? 0) + microseconds(process.cpuUsage(before));
    }
  } catch (error) {
    return { file, error: String(error) };
  }
  return { file, text: page.text ?? '' };
};

process.on('message', () => {
  const cpu = {};
  const results = pages.map((page) => readOne(page, cpu));
  process.send({ cpu, results, megabytes, maxRssKb: process.resourceUsage().maxRSS });
});
