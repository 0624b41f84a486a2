import { createHash } from 'node:crypto';

/** The team of keys that name no other one, and of envelopes that older releases wrote, which name none. */
export const defaultTeam = 'default';

/**
 * Returns the name under which the corpus of a team is stored: the deployment's corpus name, and that of the team after
 * a dot. Neither name has a dot of its own. The corpus of the team `default` has the plain name.
 */
export const teamCorpus = (corpus: string, team: string): string =>
  team === defaultTeam ? corpus : `${corpus}.${team}`;

/**
 * Returns a stored name in 40 characters or fewer without a dot, for services that limit names: Amazon S3 takes 63 for
 * an index of vectors ("S3 Vectors limitations and restrictions").
 */
export const shortCorpusName = (stored: string): string =>
  stored.includes('.') ? `team-${createHash('sha256').update(stored).digest('hex').slice(0, 32)}` : stored;
