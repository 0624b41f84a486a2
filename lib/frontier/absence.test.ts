import { expect, test } from 'vitest';
import { explainAbsence, type Absence } from './absence.ts';

const job = { kind: 'crawl', url: 'https://a.example/', limit: 5 };

test.each<Absence>(['never-linked', 'limit-reached', 'follows-no-links'])(
  'why a page is absent (%s) is not told as certain where an erasure explains it as well',
  (why) => expect(explainAbsence(why, job)).toMatch(/erased since/),
);
