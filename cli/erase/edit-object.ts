import { readUploadFolder } from '../../lib/envelope/upload-place.ts';
import { domainFolder } from '../../lib/envelope/envelope-key.ts';
import { eraseLine, isErasedLine, joinLines, splitLines } from '../../lib/source/audit/line-hashes.ts';
import { envelopePart } from './envelope-part.ts';
import { pageObjects } from './judge-item.ts';
import { isRecord, mentions, pruneValue, redactValue } from './redact.ts';
import type { Survey } from './survey.ts';
import { envelopeTeam, keyJob } from './whose.ts';

/** What happens to an object, and the objects that its removed parts name. */
export type ObjectEdit =
  | { readonly kind: 'keep' | 'remains' }
  | { readonly kind: 'delete'; readonly names: readonly string[] }
  | {
      readonly kind: 'rewrite';
      readonly bytes: Uint8Array;
      readonly names: readonly string[];
      readonly lines: number;
    };

const keep: ObjectEdit = { kind: 'keep' };

const teamsFolder = /^(?:audit|manifests|headers|snapshots|changes)\/([^/]+)\//;

/** Says whether an object is of the team to be erased, as far as its key says. */
export const isTeamsKey = (key: string, { wanted: { value: team }, jobs }: Survey): boolean =>
  teamsFolder.exec(key)?.[1] === team || jobs.get(keyJob(key) ?? '')?.team === team;

/** Says whether a key is that of a file that was sent and whose page, whatever its name, is to be erased. */
const isOfUpload = (key: string, { wanted, isWanted }: Survey): boolean => {
  const folder = readUploadFolder(key);
  return (
    folder !== null && (isWanted(folder) || (wanted.kind !== 'domain' && wanted.value.startsWith(folder)))
  );
};

/** Says whether only an object's content decides what happens to it. An object that its key decides is never read. */
export const mustRead = (key: string, survey: Survey): boolean => {
  if (survey.links.has(key) || /^(?:captures|reread|uploads|erasures)\//.test(key)) return false;
  if (survey.wanted.kind === 'team')
    return isTeamsKey(key, survey) && /\.jsonl(?:\.gz)?$|^staged|^kept|^drafts|^results/.test(key);
  const folder = /^(?:staged|kept\/[^/]+)\/([^_/][^/]*)\//.exec(key)?.[1];
  if (folder === undefined) return true;
  if (survey.wanted.kind === 'domain') return survey.isWanted(`https://${folder.replace(/_(?=\d+$)/, ':')}/`);
  const own = domainFolder(survey.wanted.value);
  return survey.wanted.kind === 'url' ? folder === own : folder.startsWith(own);
};

const json = (bytes: Uint8Array): unknown => JSON.parse(Buffer.from(bytes).toString());

/** Reads JSON; null if it is none. */
export const readJsonSafely = (bytes: Uint8Array): unknown => {
  try {
    return json(bytes);
  } catch {
    return null;
  }
};

/** Returns the pictures and PDFs that a file of captures names. */
export const pictures = (bytes: Uint8Array): string[] => {
  const { screenshot, actions } = json(bytes) as {
    screenshot?: unknown;
    actions?: { screenshots?: unknown; pdfs?: unknown };
  };
  return [screenshot, actions?.screenshots, actions?.pdfs]
    .flat()
    .filter((key) => typeof key === 'string' && key.startsWith('captures/'))
    .map(String);
};

/** Returns the URLs of an envelope's page. */
const envelopeUrls = (document: unknown): string[] => {
  const source = envelopePart(document, 'source');
  return [source['url'], source['final_url']].filter((url) => typeof url === 'string');
};

/** Returns the objects that a browser captured of an envelope's page. */
const capturesOf = (document: unknown): string[] => {
  const key = envelopePart(document, 'scrape')['captures_key'];
  return typeof key === 'string' && key.startsWith('captures/') ? [key] : [];
};

const editEnvelope = (bytes: Uint8Array, { isWanted, links }: Survey, key: string): ObjectEdit => {
  const document = json(bytes);
  if (!links.has(key) && !envelopeUrls(document).some((url) => isWanted(url))) return keep;
  return { kind: 'delete', names: capturesOf(document) };
};

const editLines = (bytes: Uint8Array, { isWanted }: Survey): ObjectEdit => {
  const lines = Buffer.from(bytes)
    .toString()
    .split('\n')
    .filter((line) => line !== '');
  const gone: unknown[] = [];
  const left = pruneValue(
    lines.map((line) => JSON.parse(line) as unknown),
    isWanted,
    (entry) => gone.push(entry),
  ) as unknown[];
  const written = left.map((line) => `${JSON.stringify(line)}\n`).join('');
  if (gone.length === 0 && written === lines.map((line) => `${line}\n`).join('')) return keep;
  return {
    kind: 'rewrite',
    bytes: Buffer.from(written),
    names: gone.flatMap((entry) => pageObjects(entry)),
    lines: gone.length,
  };
};

/**
 * Erases lines that the audit vouches for: the hash of a line stays in its place, so that the proof of the others
 * holds.
 */
const editAuditedLines = (bytes: Uint8Array, { isWanted }: Survey): ObjectEdit => {
  const lines = splitLines(bytes);
  const gone = lines.filter((line) => !isErasedLine(line) && mentions(JSON.parse(line), isWanted));
  if (gone.length === 0) return keep;
  const goes = new Set(gone);
  const left = lines.map((line) => (goes.has(line) ? eraseLine(line) : line));
  // A line that only mentions the page, such as the target of a move, belongs to another page, whose envelope stays.
  const own = gone
    .map((line) => JSON.parse(line) as unknown)
    .filter((line) => isRecord(line) && isWanted(String(line['url'])));
  return {
    kind: 'rewrite',
    bytes: joinLines(left),
    names: own.flatMap((line) => pageObjects(line)),
    lines: gone.length,
  };
};

const editJson = (bytes: Uint8Array, { isWanted }: Survey): ObjectEdit => {
  const document = json(bytes);
  if (!mentions(document, isWanted)) return keep;
  const gone: unknown[] = [];
  const left = redactValue(
    pruneValue(document, isWanted, (entry) => gone.push(entry)),
    isWanted,
  );
  return {
    kind: 'rewrite',
    bytes: Buffer.from(JSON.stringify(left)),
    names: gone.flatMap((entry) => pageObjects(entry)),
    lines: gone.length,
  };
};

/** Objects that hold one page each, with its team. */
const isEnvelope = (key: string): boolean => /^(?:staged\/(?!_)|kept\/|drafts\/(?![^/]+\/list-))/.test(key);

/** Returns everything that a team's object names. */
export const teamNames = (key: string, bytes: Uint8Array): string[] => {
  const lines = key.endsWith('.gz') ? splitLines(bytes) : Buffer.from(bytes).toString().split('\n');
  return lines.flatMap((line) => {
    try {
      const value = JSON.parse(line) as unknown;
      return [value].flat().flatMap((entry) => [...pageObjects(entry), ...capturesOf(entry)]);
    } catch {
      return [];
    }
  });
};

/**
 * Decides what happens to an object. The same object and survey give the same edit, so it can be repeated after an
 * interruption.
 *
 * @param bytes null if, by `mustRead`, the key decides.
 */
export const editObject = (key: string, bytes: Uint8Array | null, survey: Survey): ObjectEdit => {
  const isTeam = survey.wanted.kind === 'team';
  if (bytes === null)
    return (survey.links.has(key) && !survey.shared.has(key)) ||
      isOfUpload(key, survey) ||
      (isTeam && isTeamsKey(key, survey))
      ? { kind: 'delete', names: [] }
      : keep;
  if (isTeam) {
    // Whatever named it: an envelope that says that it is another team's stays.
    const team = isEnvelope(key) ? envelopeTeam(readJsonSafely(bytes), key, survey) : undefined;
    return team === null || (team !== undefined && team !== survey.wanted.value)
      ? keep
      : { kind: 'delete', names: teamNames(key, bytes) };
  }
  if (key.startsWith('staged/_')) return editLines(bytes, survey);
  if (/^(?:staged|kept)\//.test(key)) return editEnvelope(bytes, survey, key);
  if (key.startsWith('drafts/'))
    return /^drafts\/[^/]+\/list-/.test(key) ? editJson(bytes, survey) : editEnvelope(bytes, survey, key);
  if (key.endsWith('.jsonl.gz')) return editAuditedLines(bytes, survey);
  // A merged answer does not say which page each part is from.
  if (key.endsWith('/extract.json') && survey.touched.has(keyJob(key) ?? ''))
    return { kind: 'delete', names: [] };
  if (/^(?:manifests|headers|audit)\//.test(key))
    return mentions(Buffer.from(bytes).toString(), survey.isWanted) ? { kind: 'remains' } : keep;
  return editJson(bytes, survey);
};
