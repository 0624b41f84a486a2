import * as z from 'zod';

/** Name of a corpus: part of an address and of an object's key. */
export const corpusNameSchema = z.string().regex(/^[a-z][a-z0-9-]{0,39}$/, {
  error: 'expected a name of at most 40 lower-case letters, digits and dashes',
});

/**
 * The corpus of a deployment: `main` takes the pages of scheduled runs, `main,all` those of every job. It is kept in
 * a file, or, with `postgres` after them, in a database. Whoever may read with any key of the deployment reads what
 * is in its corpus.
 */
export const corpusSettingSchema = z
  .string()
  .regex(/^[^,]+(?:,all)?(?:,postgres)?$/, {
    error:
      'expected the name of a corpus, ",all" where it takes pages of every job, ",postgres" where it is in PostgreSQL',
  })
  .transform((text) => text.split(','))
  .pipe(z.tuple([corpusNameSchema]).rest(z.string()))
  .transform(([name, ...words]) => ({
    name,
    takes: words.includes('all') ? ('all' as const) : ('scheduled' as const),
    store: words.includes('postgres') ? ('postgres' as const) : ('file' as const),
  }));
