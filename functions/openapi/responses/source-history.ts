import * as z from 'zod';
import { changeKinds } from '../../../lib/source/fold-snapshot.ts';
import { pageStandings } from '../../../lib/source/snapshot.ts';
import { success, warning } from './common.ts';

const moment = z.iso.datetime().nullable();
const cursor = z.string().nullable().meta({ description: 'Where the list goes on; null at its end.' });

export const sourcePagesSchema = z.object({
  success,
  run: z.string().meta({ description: 'The run after which this is how it was.' }),
  at: z.iso.datetime().meta({ description: 'When that was.' }),
  total: z.number().int().meta({ description: 'How many there are in all.' }),
  pages: z
    .array(
      z.object({
        url: z.string().meta({ description: 'The URL.' }),
        state: z.enum(pageStandings).meta({ description: 'What is known of the page.' }),
        title: z.string().nullable().meta({ description: 'Its title.' }),
        envelope: z.string().nullable().meta({ description: 'The key of the envelope of that version.' }),
        contentHash: z.string().nullable().meta({ description: 'The hash of its content.' }),
        firstSeen: z.iso.datetime().meta({ description: 'When it was seen first.' }),
        lastChanged: z.iso.datetime().meta({ description: 'When it was seen in another version.' }),
        lastSeen: z.iso.datetime().meta({ description: 'When it was last there.' }),
        lastVisit: z.iso.datetime().meta({ description: 'When it was last asked for.' }),
        status: z.number().int().nullable().meta({ description: 'The HTTP status of that visit.' }),
        code: z.string().nullable().meta({ description: 'What it is, for programs.' }),
        misses: z.number().int().meta({ description: 'Visits in a row that found it gone.' }),
        movedTo: z
          .string()
          .nullable()
          .meta({ description: 'Where it leads for good; of a missing page, where its last visit was led.' }),
        unlinkedSince: moment.meta({
          description:
            'Since when it is there and nothing on its site leads to it; null where something does.',
        }),
      }),
    )
    .meta({ description: 'Its pages.' }),
  cursor,
  warning,
});

export const sourceDiffSchema = z.object({
  success,
  from: z
    .object({
      run: z.string().meta({ description: 'The job of the run.' }),
      at: z.iso.datetime().meta({ description: 'When that was.' }),
    })
    .meta({ description: 'Where it begins.' }),
  to: z
    .object({
      run: z.string().meta({ description: 'The job of the run.' }),
      at: z.iso.datetime().meta({ description: 'When that was.' }),
    })
    .meta({ description: 'Where it ends.' }),
  counts: z.record(z.string(), z.number()).meta({ description: 'How many there are of each kind.' }),
  changes: z
    .array(
      z.object({
        kind: z.enum(changeKinds).meta({ description: 'What became of the page.' }),
        url: z.string().meta({ description: 'The URL.' }),
        before: z.string().nullable().meta({ description: 'As it was.' }),
        after: z.string().nullable().meta({ description: 'As it is then.' }),
        movedTo: z.string().nullable().meta({ description: 'Where it leads for good.' }),
      }),
    )
    .meta({ description: 'What changed.' }),
  total: z.number().int().meta({ description: 'How many there are in all.' }),
  warning,
});

/** POST /v2/changes/feed. */
export const feedMadeSchema = z.object({
  success,
  url: z
    .string()
    .meta({ description: 'Its address; `source` and `kind` may be put behind it as in `GET /v2/changes`.' }),
  expiresAt: z.iso.datetime().meta({ description: 'When it ends.' }),
  warning,
});

export const changesSchema = z.object({
  success,
  changes: z
    .array(
      z.object({
        source: z.string().meta({ description: 'The source.' }),
        run: z.string().meta({ description: 'The job of the run.' }),
        kind: z.enum(changeKinds).meta({ description: 'What became of the page.' }),
        url: z.string().meta({ description: 'The URL.' }),
        at: z.iso.datetime().meta({ description: 'When that was.' }),
        title: z.string().nullable().meta({ description: 'Its title.' }),
        envelope: z.string().nullable().meta({ description: 'The key of the envelope of that version.' }),
        previousEnvelope: z
          .string()
          .nullable()
          .meta({ description: 'The key of the envelope of the version before.' }),
        movedTo: z.string().nullable().meta({ description: 'Where it leads for good.' }),
        cursor: z.string().meta({
          description:
            'The place right after it: as `since`, the changes that follow it. Changes are in the order in which ' +
            'their runs ended, whatever their `at`.',
        }),
      }),
    )
    .meta({ description: 'What changed.' }),
  lost: z
    .array(
      z.object({
        source: z.string().meta({ description: 'The source.' }),
        run: z.string().meta({ description: 'The job of the run.' }),
        at: z.iso.datetime().meta({ description: 'When the run ended.' }),
        changes: z.number().int().meta({ description: 'How many changes cannot be read.' }),
        code: z.literal('VERSION_GONE').meta({ description: 'A code of docs/failures.md.' }),
        error: z.string().meta({ description: 'Why they cannot be read.' }),
      }),
    )
    .optional()
    .meta({
      description:
        'Runs of which changes cannot be read, because their file is gone. The cursor passes over them; absent if ' +
        'there are none.',
    }),
  cursor: z.string().nullable().meta({
    description: 'Follow it for what comes next; it never runs out. Backwards it is null at the beginning.',
  }),
  warning,
});

export const pageVersionsSchema = z.object({
  success,
  url: z.string().meta({ description: 'The URL.' }),
  source: z.string().meta({ description: 'The source.' }),
  versions: z
    .array(
      z.object({
        kind: z.enum(changeKinds).meta({ description: 'What became of the page.' }),
        at: z.iso.datetime().meta({ description: 'When it was first seen.' }),
        until: moment.meta({ description: 'When it was last seen to hold; null of a page that was gone.' }),
        run: z.string().meta({ description: 'The job of the run.' }),
        envelope: z.string().nullable().meta({ description: 'The key of the envelope of that version.' }),
        movedTo: z.string().nullable().meta({ description: 'Where it leads for good.' }),
      }),
    )
    .meta({ description: 'The versions, the last one first.' }),
  warning,
});

export const pageAtSchema = z.object({
  success,
  url: z.string().meta({ description: 'The URL.' }),
  source: z.string().meta({ description: 'The source.' }),
  at: z.iso.datetime().meta({ description: 'When that was.' }),
  seenAt: z.iso.datetime().meta({ description: 'When that version was first seen.' }),
  confirmedUntil: moment.meta({ description: 'Until when it is known to have held.' }),
  nextDiffersAt: moment.meta({ description: 'When another version was first seen; null while it holds.' }),
  title: z.string().nullable().meta({ description: 'Its title.' }),
  markdown: z.string().meta({ description: 'Its Markdown.' }),
  envelope: z.looseObject({}).meta({ description: 'The envelope whole.' }),
  warning,
});

export const pageDiffSchema = z.object({
  success,
  url: z.string().meta({ description: 'The URL.' }),
  source: z.string().meta({ description: 'The source.' }),
  from: z
    .object({
      at: z.iso.datetime().meta({ description: 'When that was.' }),
      envelope: z.string().meta({ description: 'The key of the envelope of that version.' }),
    })
    .meta({ description: 'Where it begins.' }),
  to: z
    .object({
      at: z.iso.datetime().meta({ description: 'When that was.' }),
      envelope: z.string().meta({ description: 'The key of the envelope of that version.' }),
    })
    .meta({ description: 'Where it ends.' }),
  text: z.string().meta({ description: 'A unified diff of the Markdown.' }),
  json: z.unknown().meta({ description: 'The same by file, chunk and line.' }),
  fields: z
    .record(
      z.string(),
      z.object({
        previous: z.unknown().meta({ description: 'As it was; null where it was not answered.' }),
        current: z.unknown().meta({ description: 'As it is then.' }),
      }),
    )
    .nullable()
    .meta({
      description: 'Extracted fields that differ; null where the versions were not both asked the same.',
    }),
  warning,
});
