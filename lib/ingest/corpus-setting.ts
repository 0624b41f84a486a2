import * as z from 'zod';

/** Name of a corpus, which is part of an address and of an object's key. */
export const corpusNameSchema = z.string().regex(/^[a-z][a-z0-9-]{0,39}$/, {
  error: 'expected a name of at most 40 lower-case letters, digits and dashes',
});

/** Where a corpus is kept: as a whole in a file, in a database, or in a file with its vectors in an index beside it. */
const places = ['postgres', 'qdrant', 's3-vectors'] as const;
export type CorpusPlace = 'file' | (typeof places)[number];

/**
 * The corpora of a deployment, one for each team: `main` takes the pages of scheduled runs, `main,all` those of every
 * job. They are kept in files, or in the place that a further word names. Any key of a team that may read can read
 * everything in the team's corpus.
 */
export const corpusSettingSchema = z
  .string()
  .regex(/^[^,]+(?:,all)?(?:,(?:postgres|qdrant|s3-vectors))?$/, {
    error:
      'expected the name of a corpus, ",all" where it takes pages of every job, and ",postgres", ",qdrant" or ' +
      '",s3-vectors" where it is not in a file alone',
  })
  .transform((text) => text.split(','))
  .pipe(z.tuple([corpusNameSchema]).rest(z.string()))
  .transform(([name, ...words]) => ({
    name,
    takes: words.includes('all') ? ('all' as const) : ('scheduled' as const),
    store: places.find((place) => words.includes(place)) ?? ('file' as const),
  }));
