import { envelopePart } from './envelope-part.ts';
import { hashOwnUrl } from '../../lib/envelope/envelope-key.ts';
import { isJobId } from '../../lib/job/job-id.ts';
import { partitionKinds, type PartitionKind } from '../../lib/keys/table-keys.ts';
import type { StoredItem } from '../../lib/store/backup/scan-items.ts';
import type { Survey } from './survey.ts';

/**
 * Whose an item is: the teams that it belongs to, `nobody` if no team's data is in it, or `unknown` if it may be any
 * team's.
 */
export type Owners = readonly string[] | 'nobody' | 'unknown';

const text = (item: StoredItem, name: string): string => item[name]?.S ?? '';

/** Returns the job of an item; undefined if it belongs to none. */
export const itemJob = (item: StoredItem): string | undefined => /^[JW]#([^#]+)/.exec(text(item, 'PK'))?.[1];

/** Returns the job of an object by its key, or the source for an envelope of one; undefined if the key names none. */
export const keyJob = (key: string): string | undefined =>
  /^(?:results|requests|drafts)\/([^/.]+)/.exec(key)?.[1] ??
  /^staged\/_(?:index|errors)\/[^/]+\/(.+)-\d+\.jsonl$/.exec(key)?.[1] ??
  /^(?:staged|kept\/[^/]+)\/[^/]+\/[^/]+\/(.+?)__/.exec(key)?.[1];

const oneOrUnknown = (team: string | undefined): Owners => (team === undefined ? 'unknown' : [team]);

/** Returns the team that is the second part of an item's key. */
const keyTeam = (item: StoredItem): Owners => oneOrUnknown(text(item, 'PK').split('#')[1]);

const isJobs = (item: StoredItem, { jobs }: Survey): Owners =>
  oneOrUnknown(jobs.get(itemJob(item) ?? '')?.team);

/** The run that a delivery of an alert is named after (`alertDeliveryId`). */
const alertRun = (hook: string): string | undefined => /^alert-([0-9a-f-]{36})-/.exec(hook)?.[1];

/**
 * How the teams of an item are known, for each kind of items. A new kind does not compile before it says so here: what
 * nobody asks about stays when its team is erased.
 */
const ownersOf: Readonly<Record<PartitionKind, (item: StoredItem, survey: Survey) => Owners>> = {
  jobs: isJobs,
  // A delivery of an alert is a webhook without a job: its first item names the team.
  webhooks: (item, { jobs, hooks }) => {
    const hook = text(item, 'PK').slice(2);
    return oneOrUnknown(hooks.get(hook) ?? jobs.get(hook)?.team ?? jobs.get(alertRun(hook) ?? '')?.team);
  },
  versions: (item) => oneOrUnknown(/^P#(?:team|source):([^:#]+)[:#]/.exec(text(item, 'PK'))?.[1]),
  'api-keys': (item) => [text(item, 'team')],
  // Earlier releases kept items of a job there.
  audit: (item, { jobs }) => {
    const whose = text(item, 'PK').split('#')[1] ?? '';
    return [jobs.get(whose)?.team ?? whose];
  },
  alerts: keyTeam,
  teams: keyTeam,
  sources: keyTeam,
  submissions: keyTeam,
  'page-versions': keyTeam,
  'change-feed': keyTeam,
  // Stored under their hash, so that the same is stored once for all teams that ask for it.
  'extract-specs': (item, { specs }) => {
    const teams = specs.get(text(item, 'PK').slice(2));
    return teams === undefined ? 'unknown' : [...teams];
  },
  questions: () => 'unknown',
  // What hosts answer, what models can do, and public keys: for all teams.
  hosts: () => 'nobody',
  models: () => 'nobody',
  'model-registry': () => 'nobody',
  'seal-keys': () => 'nobody',
  // An erasure deletes all of them (`planErasure`).
  answers: () => 'nobody',
};

const kinds = Object.entries(partitionKinds) as [PartitionKind, string][];

/** Says whose an item is. */
export const itemOwners = (item: StoredItem, survey: Survey): Owners => {
  const pk = text(item, 'PK');
  const kind = kinds.find(([, it]) => (it.endsWith('*') ? pk.startsWith(it.slice(0, -1)) : pk === it))?.[0];
  return kind === undefined ? 'unknown' : ownersOf[kind](item, survey);
};

/** Notes whose a job is whose own item has expired, or is not read yet. */
export const noteJobTeam = ({ jobs }: Survey, job: string | undefined, team: string): void => {
  if (job !== undefined && isJobId(job) && !jobs.has(job)) jobs.set(job, { team, isOver: true });
};

const namesTeam = /^[TISVFNP]#/;

/**
 * Notes the jobs of which an item says whose they are. The items of a job expire sooner than what it leaves in the
 * buckets; its line in its team's list, records of runs, and last versions of pages stay longer.
 */
export const noteTeams = (item: StoredItem, survey: Survey): void => {
  const [pk, sk] = [text(item, 'PK'), text(item, 'SK')];
  const job = itemJob(item);
  if (job !== undefined && sk === 'META')
    return void survey.jobs.set(job, {
      team: text(item, 'team'),
      isOver: !['running', 'finishing'].includes(text(item, 'status')),
    });
  if (pk.startsWith('W#') && sk === 'HOOK') {
    const [hook, team] = [pk.slice(2), text(item, 'team')];
    survey.hooks.set(hook, team);
    for (const each of [hook, alertRun(hook)]) noteJobTeam(survey, each, team);
    return;
  }
  if (!namesTeam.test(pk)) return;
  const owners = itemOwners(item, survey);
  if (!Array.isArray(owners)) return;
  const named = [text(item, 'job'), text(item, 'lastRun'), sk.split('#').at(-1)];
  const envelopes = ['envelopeKey', 'envelope'].map((name) => keyJob(text(item, name)));
  for (const each of [...named, ...envelopes]) noteJobTeam(survey, each, String(owners[0]));
};

/**
 * Returns the team of an envelope or a draft: of one without a name of its team, as earlier releases wrote them, by the
 * hash in its key. Null if it is another one's than the team to be erased, undefined if it may be anybody's.
 */
export const envelopeTeam = (
  document: unknown,
  key: string,
  { wanted: { value: team } }: Survey,
): string | null | undefined => {
  const named = envelopePart(document, 'audit')['team'];
  if (typeof named === 'string') return named;
  const { url, manifest_id: source } = envelopePart(document, 'source');
  const hash = /-([0-9a-f]{8})__[0-9a-f]{8}\.json$/.exec(key)?.[1];
  if (typeof source !== 'string' || typeof url !== 'string' || hash === undefined) return undefined;
  if (hash === hashOwnUrl(url, team)) return team;
  return hash === hashOwnUrl(url) ? undefined : null;
};
