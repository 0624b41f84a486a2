import fc from 'fast-check';
import { expect, test } from 'vitest';
import { auditedFile, eraseLine } from './line-hashes.ts';
import { nextRecord, readAuditRecord, sha256, type AuditEntry, type AuditHead } from './audit-record.ts';
import { countErased, verifyFile, verifyRecords } from './verify-chain.ts';

const name = { team: 'harbour', chain: 'tides' };

/** A chain of runs with the files that they vouch for, as an auditor finds them. */
interface Found {
  readonly head: AuditHead;
  records: (string | null)[];
  files: Map<string, string[] | null>;
}

const chainOf = (runs: number, lines: number): Found => {
  const files = new Map<string, string[] | null>();
  const records: string[] = [];
  let head: AuditHead | null = null;
  for (let run = 1; run <= runs; run += 1) {
    const key = `audit/harbour/visits/tides/${run}.jsonl.gz`;
    const visits = Array.from({ length: lines }, (_, at) =>
      JSON.stringify({ url: `https://a.example/${at}`, http_status: 200, run_id: run }),
    );
    files.set(key, visits);
    const entry: AuditEntry = {
      at: run * 1_000,
      by: run % 3 === 0 ? 'key' : 'schedule',
      action: 'run.ended',
      details: { job: `job-${run}`, visited: lines },
      files: [auditedFile(key, visits)],
    };
    head = nextRecord(name, head, entry);
    records.push(head.text);
  }
  if (head === null) throw new Error('A chain has a record');
  return { head: { ...head, settled: true }, records, files };
};

const findingsIn = ({ head, records, files }: Found): string[] => {
  const found = records.map((text, at) => ({ seq: at + 1, text }));
  const checked = verifyRecords(name, head, { seq: 0, hash: null }, found);
  const erased = countErased(checked.records);
  const named = checked.records.flatMap((record) => record.files ?? []);
  return [
    ...checked.findings.map(({ message }) => message),
    ...(records.length < head.seq ? ['missing'] : []),
    ...named.flatMap((file) =>
      verifyFile(file, files.get(file.key) ?? null, erased.get(file.key) ?? 0).map(({ message }) => message),
    ),
    ...[...files.keys()].filter((key) => !named.some((file) => file.key === key)),
  ];
};

const pick = <Item>(items: readonly Item[], at: number): Item => items[at % items.length] as Item;

/** The nth character of a text in another way. */
const alter = (text: string, at: number): string => {
  const place = at % text.length;
  const other = text[place] === '7' ? '8' : '7';
  return `${text.slice(0, place)}${other}${text.slice(place + 1)}`;
};

/** Each changes what is found; answers false where it would change nothing. */
const tamperings: Record<string, (found: Found, at: number, other: number) => boolean> = {
  'a record is taken away': ({ records }, at) => {
    records[at % records.length] = null;
    return true;
  },
  'a record is taken out, and those behind it close up': ({ records }, at) => {
    records.splice(at % records.length, 1);
    return true;
  },
  'the last records are taken away': ({ records }, at) => {
    records.splice((at % records.length) + 0);
    return true;
  },
  'a character of a record is altered': ({ records }, at, other) => {
    const place = at % records.length;
    records[place] = alter(pick(records, place) ?? '', other);
    return true;
  },
  'a record is written anew, with all its hashes': ({ records }, at) => {
    const place = at % records.length;
    const record = readAuditRecord(records[place] ?? '');
    records[place] = JSON.stringify({ ...record, by: 'somebody else' });
    return true;
  },
  'everything from a record on is written anew': ({ records }, at) => {
    let parent: string | null = null;
    for (const [place, text] of records.entries()) {
      const record = readAuditRecord(text ?? '');
      if (place >= at % records.length)
        records[place] = JSON.stringify({ ...record, parent, at: record.at + 1 });
      parent = sha256(records[place] ?? '');
    }
    return true;
  },
  'two records change places': ({ records }, at, other) => {
    const [a, b] = [at % records.length, other % records.length];
    if (a === b) return false;
    [records[a], records[b]] = [records[b] ?? null, records[a] ?? null];
    return true;
  },
  'a record is put in between': ({ records }, at, other) => {
    records.splice(at % (records.length + 1), 0, pick(records, other) ?? null);
    return true;
  },
  'a record is put at the end': ({ head, records }) => {
    const entry: AuditEntry = { at: 1, by: 'key', action: 'source.paused', details: {} };
    records.push(nextRecord(name, head, entry).text);
    return true;
  },
  'a file is taken away': ({ files }, at) => {
    files.set(pick([...files.keys()], at), null);
    return true;
  },
  'a line of a file is altered': ({ files }, at, other) => {
    const key = pick([...files.keys()], at);
    const lines = [...(files.get(key) ?? [])];
    lines[other % lines.length] = alter(pick(lines, other), at);
    files.set(key, lines);
    return true;
  },
  'a line is taken out': ({ files }, at, other) => {
    const key = pick([...files.keys()], at);
    const lines = [...(files.get(key) ?? [])];
    lines.splice(other % lines.length, 1);
    files.set(key, lines);
    return true;
  },
  'a line is erased, and nobody says so': ({ files }, at, other) => {
    const key = pick([...files.keys()], at);
    files.set(
      key,
      (files.get(key) ?? []).map((line, place, all) =>
        place === other % all.length ? eraseLine(line) : line,
      ),
    );
    return true;
  },
  'two lines change places': ({ files }, at, other) => {
    const key = pick([...files.keys()], at);
    const lines = [...(files.get(key) ?? [])];
    const [a, b] = [other % lines.length, (other + 1) % lines.length];
    if (a === b) return false;
    [lines[a], lines[b]] = [lines[b] ?? '', lines[a] ?? ''];
    files.set(key, lines);
    return true;
  },
  'a file is put in that no record names': ({ files }) => {
    files.set('audit/harbour/visits/tides/other.jsonl.gz', ['{}']);
    return true;
  },
};

test('of 1,000 ways to tamper with an audit each is found, and an audit that is whole has no finding', () => {
  let tampered = 0;
  let found = 0;
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 12 }),
      fc.integer({ min: 1, max: 6 }),
      fc.constantFrom(...Object.keys(tamperings)),
      fc.nat(100_000),
      fc.nat(100_000),
      (runs, lines, way, at, other) => {
        const chain = chainOf(runs, lines);
        expect(findingsIn(chain)).toEqual([]);
        fc.pre(tamperings[way]?.(chain, at, other) === true);
        tampered += 1;
        const findings = findingsIn(chain);
        if (findings.length > 0) found += 1;
        expect(findings, way).not.toEqual([]);
      },
    ),
    { numRuns: 1_000 },
  );
  expect([tampered, found]).toEqual([1_000, 1_000]);
});

test('a line that an erasure on record took out is no finding, and the rest of its file stays proved', () => {
  const { head, records, files } = chainOf(3, 4);
  const [key = '', lines = []] = [...files][1] ?? [];
  const erased = (lines ?? []).map((line, at) => (at === 2 ? eraseLine(line) : line));
  const entry: AuditEntry = {
    at: 9_000,
    by: 'key',
    action: 'pages.erased',
    details: {},
    erased: [{ key, lines: 1 }],
  };
  const next = nextRecord(name, head, entry);
  const after: Found = {
    head: { ...next, settled: true },
    records: [...records, next.text],
    files: new Map([...files, [key, erased]]),
  };
  expect(findingsIn(after)).toEqual([]);
  after.files.set(
    key,
    erased.map((line, at) => (at === 0 ? alter(line, 12) : line)),
  );
  expect(findingsIn(after)).not.toEqual([]);
});

test('a record that is committed and not yet written is no finding; once written, its absence is', () => {
  const { head, records, files } = chainOf(3, 1);
  const unwritten = { records: [...records.slice(0, 2), null], files };
  expect(findingsIn({ ...unwritten, head: { ...head, settled: false } })).toEqual([]);
  expect(findingsIn({ ...unwritten, head })).not.toEqual([]);
});
