import { request } from 'node:http';
import { floodNames } from './http2-floods.ts';
import { canary, judged, type Attack, type AttackAnswer, type AttackVerdict, type Target } from './attack.ts';
import { injections } from './injections.ts';
import { serveHealthy } from './serve-healthy.ts';

/** Frames of HTTP/2 that no server sends: a page is given up with a code, or read, and whoever comes next is served. */
const floods: readonly Attack[] = floodNames.map((name) => ({
  group: 'HTTP/2',
  name,
  run: async (target) => {
    const port = target.site.floods.find((server) => server.name === name)?.port;
    const body = { url: `https://127.0.0.1:${port}/`, timeout: 10_000, skipTlsVerification: true };
    const answer = await target.ask('POST', '/v2/scrape', { body });
    const verdict: AttackVerdict = answer.status === 200 ? 'bounded' : judged(answer);
    return await serveHealthy(target, verdict);
  },
}));

/** The verdict, unless something came to what nobody may reach. */
const unreached = async (target: Target, run: () => Promise<AttackVerdict>): Promise<AttackVerdict> => {
  const hits = target.site.canaryHits();
  const verdict = await run();
  return target.site.canaryHits() > hits ? { failed: 'a connection came to what nobody may reach' } : verdict;
};

const harmless = (answer: AttackAnswer): AttackVerdict =>
  judged(answer, ({ text }) => !/root:|javascript:|file:/.test(text));

const wikis: readonly Attack[] = ['redirect', 'server', 'article', 'endless', 'deep'].map((kind) => ({
  group: 'wiki and search',
  name: `a wiki: ${kind}`,
  run: async (target) =>
    await unreached(target, async () => {
      const wiki = target.site.wikis[kind];
      const body = { url: `${wiki?.origin}/wiki/Page`, timeout: 10_000 };
      return await serveHealthy(target, harmless(await target.ask('POST', '/v2/scrape', { body })));
    }),
}));

const searches: readonly Attack[] = ['inside', 'redirect', 'endless', 'deep', 'schemes'].map((kind) => ({
  group: 'wiki and search',
  name: `a search engine: ${kind}`,
  run: async (target) =>
    await unreached(target, async () => {
      const body = { query: kind, limit: 5, timeout: 10_000, scrapeOptions: { formats: ['markdown'] } };
      const answer = await target.ask('POST', '/v2/search', { body });
      const verdict = answer.status === 502 ? 'refused' : harmless(answer);
      return await serveHealthy(target, verdict);
    }),
}));

const callTool = async (
  { gleaner, keys }: Target,
  url: string,
  headers: Readonly<Record<string, string>> = {},
  // Of another team than the one that attacks, whose own attacks stand before what it asks for.
  key: keyof Target['keys'] = 'stranger',
): Promise<string> =>
  await new Promise((resolve, reject) => {
    const call = { name: 'scrape', arguments: { url } };
    const outgoing = request(
      `${gleaner.url}/mcp`,
      {
        method: 'POST',
        headers: {
          authorization: `Bearer ${keys[key]}`,
          'content-type': 'application/json',
          accept: 'application/json, text/event-stream',
          ...headers,
        },
      },
      (response) => {
        let text = '';
        response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
        response.on('end', () => resolve(text));
      },
    );
    outgoing.on('error', reject);
    outgoing.end(JSON.stringify({ jsonrpc: '2.0', id: 7, method: 'tools/call', params: call }));
  });

const tools: readonly Attack[] = [
  ...injections.map((text, at): Attack => ({
    group: 'tools',
    name: `a page that says ${JSON.stringify(text).slice(0, 50)}`,
    run: async (target) => {
      let answer = await callTool(target, `${target.site.healthy.origin}/says?${at}`);
      // As the tool says one should, where others keep it busy.
      for (let asks = 1; asks < 4 && answer.includes('SCRAPE_TIMEOUT'); asks += 1)
        answer = await callTool(target, `${target.site.healthy.origin}/says?${at}`);
      const parsed = JSON.parse(answer) as {
        id: number;
        result: { content: { type: string; text: string }[] };
      };
      const [content, ...others] = parsed.result.content;
      const said = content?.text ?? '';
      const marks = [...said.matchAll(/^===== (?:end of )?untrusted ([0-9a-f-]{36}) =====$/gm)].map(
        (it) => it[1],
      );
      const own = marks.filter((mark) => mark === marks[0]);
      const inside = said.slice(
        said.indexOf(`untrusted ${marks[0]}`),
        said.lastIndexOf(`untrusted ${marks[0]}`),
      );
      const isApart =
        parsed.id === 7 && others.length === 0 && own.length === 2 && inside.includes('Words of a page');
      return isApart ? 'refused' : { failed: answer.slice(0, 300) };
    },
  })),
  ...(['read', 'write'] as const).map((key): Attack => ({
    group: 'tools',
    name: `a tool that fetches, called with a key to ${key} alone`,
    run: async (target) => {
      const answer = await callTool(target, `${target.site.healthy.origin}/`, {}, key);
      return answer.includes('FORBIDDEN') ? 'refused' : { failed: answer.slice(0, 200) };
    },
  })),
  {
    group: 'tools',
    name: 'a call under the name of a service inside',
    run: async (target) =>
      await unreached(target, async () => {
        const host = `127.0.0.1:${target.site.canaryPort}`;
        const answer = await callTool(target, `${target.site.healthy.origin}/`, { host });
        return answer.includes(canary) ? { failed: answer.slice(0, 200) } : 'refused';
      }),
  },
];

/** Halves of a list: what lies between them is not told by which request was asked. */
const median = (times: readonly number[]): number =>
  times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0;

const rounds = 60;

const timing: Attack = {
  group: 'timing',
  isAlone: true,
  name: 'the time that it takes to refuse a key tells nothing of it',
  run: async ({ ask, keys }) => {
    const forms = {
      unknown: 'fc-000000000000:0000000000000000000000000000000',
      'wrong at its end': `${keys.admin.slice(0, -1)}${keys.admin.endsWith('x') ? 'y' : 'x'}`,
      'wrong at its beginning': `fc-0${keys.admin.slice(4)}`,
    };
    const times = new Map<string, number[]>(Object.keys(forms).map((name) => [name, []]));
    // Taken in turn, so that whatever else the machine does falls on all of them.
    for (let round = 0; round < rounds; round += 1)
      for (const [name, key] of Object.entries(forms)) {
        const began = performance.now();
        const answer = await ask('GET', '/v2/keys', { key });
        times.get(name)?.push(performance.now() - began);
        if (answer.status !== 401) return { failed: `${name}: ${answer.status}` };
      }
    const medians = [...times.values()].map(median);
    const ratio = Math.max(...medians) / Math.min(...medians);
    return ratio < 2
      ? 'refused'
      : { failed: `medians of ${medians.map((ms) => ms.toFixed(1)).join(', ')} ms` };
  },
};

const together: Attack = {
  group: 'answers',
  name: 'eight pages of 25 MB at once',
  isAlone: true,
  run: async (target) => {
    const urls = Array.from({ length: 8 }, (_, at) => `${target.site.origin}/huge?${at}`);
    const started = await target.ask('POST', '/v2/batch/scrape', { body: { urls } });
    const { id } = JSON.parse(started.text) as { id: string };
    for (let tries = 0; tries < 100; tries += 1) {
      const answer = await target.ask('GET', `/v2/batch/scrape/${id}?limit=1`);
      const { status, completed, total } = JSON.parse(answer.text) as Record<string, unknown>;
      if (status === 'completed') {
        const verdict =
          completed === total ? 'bounded' : { failed: `${String(completed)} of ${String(total)}` };
        return await serveHealthy(target, verdict);
      }
      await new Promise((done) => setTimeout(done, 1_000));
    }
    return { failed: 'the job did not end' };
  },
};

/** Protocols, programs that answer for us, and readers that are no people. */
export const protocolAttacks: readonly Attack[] = [
  ...floods,
  ...wikis,
  ...searches,
  ...tools,
  timing,
  together,
];
