import { createHash } from 'node:crypto';
import * as z from 'zod';
import { version } from '../../lib/version.ts';
import type { Unattributed } from './attribute-objects.ts';
import { nameDeed, type Deed } from './deed.ts';
import { selectionHash, type ErasureSelection } from './wanted.ts';

/** A deed as it is stored: by the hash of its name. */
export const keptDeedSchema = z.object({
  name: z.string(),
  deed: z.enum(['delete', 'rewrite']),
  what: z.string(),
  lines: z.number().int(),
});
export type KeptDeed = z.infer<typeof keptDeedSchema>;

/**
 * What an erasure found and did, and what is left and why. It can be kept because it names nothing that was erased: the
 * selection stands in it as SHA-256 of `<kind> <value>`.
 */
export const certificateSchema = z.object({
  v: z.literal(1),
  release: z.string(),
  kind: z.enum(['url', 'prefix', 'domain', 'team']),
  selection: z.string(),
  /** ISO 8601. */
  begunAt: z.string(),
  endedAt: z.string(),
  /** By store and kind. */
  deleted: z.record(z.string(), z.number().int()),
  rewritten: z.record(z.string(), z.number().int()),
  /** Entries and lines that were removed from rewritten objects. */
  lines: z.number().int(),
  /** SHA-256 of the names of everything deleted or rewritten, which are hashes themselves, in order. */
  list: z.string(),
  remains: z.array(z.object({ what: z.string(), why: z.string() })),
  /** SHA-256 of the previous certificate, if the same selection was erased before and has come back. */
  previous: z.string().optional(),
});
export type ErasureCertificate = z.infer<typeof certificateSchema>;

export const keepDeed = (deed: Deed): KeptDeed => ({
  name: nameDeed(deed),
  deed: deed.deed,
  what: deed.what,
  lines: deed.lines,
});

/** Merges the deeds of an interrupted erasure with those found now, each once. */
export const mergeDeeds = (before: readonly KeptDeed[], now: readonly KeptDeed[]): KeptDeed[] =>
  [...new Map([...now, ...before].map((deed) => [deed.name, deed])).values()].toSorted((a, b) =>
    a.name < b.name ? -1 : 1,
  );

const count = (deeds: readonly KeptDeed[], deed: KeptDeed['deed']): Record<string, number> => {
  const counts = new Map<string, number>();
  for (const { what } of deeds.filter((each) => each.deed === deed))
    counts.set(what, (counts.get(what) ?? 0) + 1);
  return Object.fromEntries([...counts].toSorted(([a], [b]) => (a < b ? -1 : 1)));
};

const named = (kept: number): ErasureCertificate['remains'] =>
  kept === 0
    ? []
    : [
        {
          what: `${kept} ${kept === 1 ? 'manifest that names' : 'manifests that name'} it`,
          why:
            'Versions of manifests are a record of what was applied. Apply a version that does not name it, or its ' +
            'source will fetch it again.',
        },
      ];

const ofPages = ({ kind }: ErasureSelection): ErasureCertificate['remains'] =>
  kind === 'team'
    ? []
    : [
        {
          what: 'numbers of pages in records of runs',
          why: 'A record counts the pages of its run and names none. The next run counts without what was erased.',
        },
        {
          what: 'pictures that were taken more than 30 days ago while the page had not changed',
          why: 'The lists that named them have expired. They expire 90 days after they were taken.',
        },
      ];

const ofTeam = ({ kind }: ErasureSelection): ErasureCertificate['remains'] =>
  kind === 'team'
    ? [
        {
          what: 'turns at hosts',
          why: 'The pace of a host names the team whose turn it is. It expires within a day.',
        },
        {
          what: 'files that it sent in requests that were refused',
          why: 'No job read them, so nothing says whose they are. They expire within a day.',
        },
      ]
    : [];

/** Returns what may be the team's or another one's. */
const unclear = (found: readonly Unattributed[]): ErasureCertificate['remains'] =>
  found.map(({ where, count, endsAt }) => ({
    what: `${count} of ${where}, whose team is not known`,
    why:
      'What said whose they are has expired, so that they may be of this team or of another one. ' +
      (endsAt === null
        ? 'They do not expire.'
        : `All of them have expired by ${new Date(endsAt).toISOString().slice(0, 10)}.`),
  }));

/** Returns what no erasure of a stack reaches. */
const beyond = (isAccount: boolean): ErasureCertificate['remains'] => [
  { what: 'other pages that link to it', why: 'The text of another page is the content of that page.' },
  {
    what: 'exports, and what receivers of webhooks, events and results have',
    why: 'They are outside the stack. Erase them there, and erase again after you import an older export.',
  },
  {
    what: 'corpora in PostgreSQL, Qdrant and S3 Vectors',
    why: 'Delete the rows there, or build the corpus again from what is left: POST /v2/corpus/{name}/reindex.',
  },
  isAccount
    ? {
        what: 'the backup of the table and lines of logs',
        why:
          'Point-in-time recovery keeps 35 days and cannot be edited. Logs name URLs for as many days as `logDays` ' +
          'says. The buckets keep no old versions unless versioning was turned on.',
      }
    : {
        what: 'freed space in files of the emulators of this machine, and their logs',
        why: 'Databases overwrite freed space later. To remove it at once, delete the data directory.',
      },
];

/** Makes the certificate of what was done. */
export const makeCertificate = (
  wanted: ErasureSelection,
  deeds: readonly KeptDeed[],
  about: {
    readonly begunAt: string;
    readonly endedAt: string;
    readonly manifests: number;
    readonly unattributed: readonly Unattributed[];
    readonly isAccount: boolean;
    readonly previous?: string | undefined;
  },
): ErasureCertificate =>
  certificateSchema.parse({
    v: 1,
    release: version,
    kind: wanted.kind,
    selection: selectionHash(wanted),
    begunAt: about.begunAt,
    endedAt: about.endedAt,
    deleted: count(deeds, 'delete'),
    rewritten: count(deeds, 'rewrite'),
    lines: deeds.reduce((sum, { lines }) => sum + lines, 0),
    list: createHash('sha256')
      .update(deeds.map(({ name }) => name).join('\n'))
      .digest('hex'),
    remains: [
      ...named(about.manifests),
      ...unclear(about.unattributed),
      ...ofPages(wanted),
      ...ofTeam(wanted),
      ...beyond(about.isAccount),
    ],
    ...(about.previous === undefined ? {} : { previous: about.previous }),
  });
