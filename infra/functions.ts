import {
  envelopesThat,
  fetchedObjects,
  functionNames,
  jobItems,
  nothing,
  startItems,
  type FunctionSpec,
  type StackFunctionName,
  keepHeaders,
  readManifests,
  readSnapshots,
  writeAudit,
  writeChanges,
} from './function-spec.ts';
import { sourceFunctions } from './source-functions.ts';
import { jobQueueNames as all } from './queues.ts';

const fetchSettings = [
  'GLEANER_DELAY_SECONDS',
  'GLEANER_ALLOW',
  'GLEANER_CLOSED_PORTS',
  'GLEANER_RESOLVE',
  'GLEANER_HOSTS',
  'GLEANER_CONTACT',
  'GLEANER_ENVIRONMENT',
] as const;
/** Items that a visit uses: the facts about its host, and the versions of its pages. */
const visitItems = [...jobItems, 'hosts', 'versions'] as const;
const visitTable = { reads: [...visitItems, 'extract-specs'], writes: visitItems } as const;
/**
 * The functions, in one place. The stack, the bundler, the alarms and the tests all read this table; a function that is
 * not here does not exist, on AWS or on the laptop.
 */
const specs = {
  api: {
    ...nothing,
    // While somebody awaits a page, it waits as well, and that time is billed by memory. It takes 250 MB.
    memoryMb: 1_024,
    // API Gateway hangs up at 29 s.
    timeoutSeconds: 29,
    reads: [
      ...startItems,
      'api-keys',
      'sources',
      'hosts',
      'questions',
      'models',
      'model-registry',
      'seal-keys',
    ],
    writes: [...startItems, 'api-keys', 'questions', 'models', 'extract-specs'],
    envelopes: [
      ...envelopesThat(['read']),
      { prefix: 'reread/', may: ['read'] },
      // The holder of a URL that it signed reads the object with its permission.
      { prefix: 'captures/', may: ['read'] },
      { prefix: 'uploads/', may: ['write'] },
    ],
    results: [
      { prefix: 'results/', may: ['read'] },
      { prefix: 'requests/', may: ['read', 'write'] },
    ],
    // A job that names a source is bound by the limits in its manifest.
    sources: [readManifests],
    sendsTo: all,
    readsKeySecret: true,
    settings: [
      'GLEANER_V1_EXTRACT',
      'GLEANER_ALLOW_SCRIPTS',
      'GLEANER_KEY_REQUESTS_PER_MINUTE',
      'GLEANER_KEY_OPEN_JOBS',
      'GLEANER_SEARCH',
      // A corpus is a source of /v2/search.
      'GLEANER_CORPUS',
      'GLEANER_WAITING_MAX',
      // Settings by which it estimates what a request would take.
      'GLEANER_DELAY_SECONDS',
      'GLEANER_HOSTS',
      'GLEANER_LLM',
    ],
  },
  'submit-job': {
    ...nothing,
    reads: [...startItems, 'sources', 'seal-keys'],
    writes: [...startItems, 'sources', 'extract-specs'],
    memoryMb: 512,
    timeoutSeconds: 60,
    results: [{ prefix: 'requests/', may: ['read', 'write'] }],
    sources: [readManifests, readSnapshots, { ...keepHeaders, may: ['read'] }],
    sendsTo: all,
    // Three failures are too few for the alarms on failures, and a schedule's next event may come in a week.
    handsOverGivenUp: true,
    settings: ['GLEANER_ALLOW_SCRIPTS'],
  },
  'fetch-pages': {
    ...nothing,
    ...visitTable,
    // Most of its time it waits for slots and sites, and that time is billed by memory. A hostile page takes 300 MB
    // (`bench:worst-cases`).
    memoryMb: 512,
    timeoutSeconds: 120,
    inLoop: true,
    envelopes: [...fetchedObjects, { prefix: 'uploads/', may: ['read'] }],
    sendsTo: all,
    headerSecret: 'reads',
    readsFetcherKeys: true,
    settings: [...fetchSettings, 'GLEANER_FETCHERS'],
    errorsTolerated: 10,
  },
  'render-pages': {
    ...nothing,
    ...visitTable,
    // Chromium with one page takes 150-400 MB, and a whole processor to render it.
    memoryMb: 2_048,
    timeoutSeconds: 180,
    inLoop: true,
    envelopes: [...fetchedObjects, { prefix: 'captures/', may: ['write'] }],
    sendsTo: all,
    headerSecret: 'reads',
    settings: fetchSettings,
    // The package holds Chromium for x86_64 only.
    architecture: 'x86_64',
    packages: ['playwright-core', '@sparticuz/chromium'],
    errorsTolerated: 10,
  },
  'extract-pages': {
    ...nothing,
    reads: [...jobItems, 'versions', 'models', 'model-registry', 'answers', 'questions', 'extract-specs'],
    writes: [...jobItems, 'versions', 'models', 'model-registry', 'answers', 'questions'],
    // It splits and searches pages of a few MB of text; most of the time it waits.
    memoryMb: 1_024,
    timeoutSeconds: 300,
    inLoop: true,
    envelopes: [...envelopesThat(['read', 'write']), { prefix: 'drafts/', may: ['read'] }],
    sendsTo: ['extract', 'finish', 'deliver'],
    readsModelKeys: true,
    settings: ['GLEANER_LLM'],
    errorsTolerated: 10,
  },
  'finish-job': {
    ...nothing,
    // The end of a run is counted for its source, and added to its chain. Pages that waited for extraction when their
    // job ended are delivered: their versions are noted.
    reads: [...jobItems, 'extract-specs', 'sources', 'audit', 'alerts'],
    writes: [...jobItems, 'versions', 'teams', 'sources', 'page-versions', 'change-feed', 'audit', 'alerts'],
    memoryMb: 2_048,
    // Of the largest job it holds 1,000,000 pages, of 0.8 KB each, and sorts them: 1.2 GB.
    heapMb: 1_740,
    timeoutSeconds: 900,
    inLoop: true,
    envelopes: [
      // Answers too large for the table are read from the envelopes of their pages. For a page that is gone, the last
      // version is read to write its envelope as deleted.
      ...envelopesThat(['read', 'write']),
      // Lists of the URLs that a map's pages name; drafts of pages that waited for extraction when their job ended.
      { prefix: 'drafts/', may: ['read'] },
    ],
    results: [
      { prefix: 'results/', may: ['write'] },
      // First pages of a job that was over before all of them were admitted.
      { prefix: 'requests/', may: ['read'] },
    ],
    sources: [readManifests, { ...readSnapshots, may: ['read', 'write'] }, writeChanges, writeAudit],
    sendsTo: ['finish', 'deliver'],
    putsEvents: true,
    settings: ['GLEANER_STACK'],
  },
  'deliver-webhooks': {
    ...nothing,
    reads: jobItems,
    writes: ['webhooks'],
    // A page's envelope may be read whole to send its document.
    memoryMb: 1_024,
    timeoutSeconds: 120,
    inLoop: true,
    envelopes: [
      ...envelopesThat(['read']),
      { prefix: 'reread/', may: ['read'] },
      // Receivers get URLs of pictures that are signed with the permission of this function.
      { prefix: 'captures/', may: ['read'] },
    ],
    results: [{ prefix: 'results/', may: ['read'] }],
    sendsTo: ['deliver'],
    readsKeySecret: true,
    headerSecret: 'reads',
    settings: ['GLEANER_ALLOW', 'GLEANER_CLOSED_PORTS', 'GLEANER_RESOLVE'],
  },
  'bury-dead-letters': {
    ...nothing,
    reads: jobItems,
    writes: jobItems,
    memoryMb: 512,
    timeoutSeconds: 60,
    inLoop: true,
    sendsTo: all,
  },
  heartbeat: {
    ...nothing,
    // It reads all pages of a job that stands still: 500,000 of them take a minute of a whole CPU.
    memoryMb: 1_024,
    timeoutSeconds: 300,
    // It closes the alerts of sources that were removed, if the call that removed them did not come to that.
    reads: [...startItems, 'hosts', 'sources', 'seal-keys', 'alerts'],
    writes: [...startItems, 'sources', 'extract-specs', 'alerts'],
    putsEvents: true,
    listsOpenJobs: true,
    results: [{ prefix: 'requests/', may: ['read', 'write'] }],
    sources: [readManifests, readSnapshots, keepHeaders],
    sendsTo: all,
    measures: ['fetch-high', 'fetch-normal', 'render', 'extract'],
    settings: ['GLEANER_HOSTS', 'GLEANER_STACK'],
  },
  'manage-keys': {
    ...nothing,
    reads: ['api-keys', 'teams', 'seal-keys'],
    writes: ['api-keys', 'teams', 'seal-keys'],
    memoryMb: 512,
    timeoutSeconds: 30,
    readsKeySecret: true,
    makesKeySecret: true,
    // It also publishes the matching public key.
    headerSecret: 'makes',
  },
  ...sourceFunctions,
  'ingest-envelopes': {
    ...nothing,
    // The cost of embedding is counted on the job that fetched the page, within its budget.
    reads: ['jobs', 'extract-specs'],
    writes: ['jobs'],
    // A corpus is read and written whole: with 200,000 passages it has several hundred MB.
    memoryMb: 3_008,
    diskMb: 3_072,
    timeoutSeconds: 300,
    inLoop: true,
    // An envelope that waited is written again as it is once the corpus has taken it: its retention begins then.
    envelopes: [
      { prefix: 'staged/', may: ['read', 'write'] },
      { prefix: 'kept/', may: ['read', 'write', 'confirm'] },
    ],
    corpora: [{ prefix: 'corpora/', may: ['read', 'write'] }],
    vectors: 'puts',
    sendsTo: ['ingest'],
    putsEvents: true,
    readsModelKeys: true,
    embeds: true,
    settings: ['GLEANER_CORPUS', 'GLEANER_LLM', 'GLEANER_STACK'],
    onlyWith: 'corpus',
    errorsTolerated: 10,
  },
  'search-corpus': {
    ...nothing,
    reads: ['api-keys'],
    writes: ['teams'],
    // As for the function that writes it.
    memoryMb: 3_008,
    diskMb: 3_072,
    timeoutSeconds: 29,
    envelopes: envelopesThat(['read']),
    corpora: [{ prefix: 'corpora/', may: ['read', 'delete'] }],
    vectors: 'searches',
    sendsTo: ['ingest'],
    readsKeySecret: true,
    readsModelKeys: true,
    embeds: true,
    settings: ['GLEANER_CORPUS', 'GLEANER_LLM'],
    onlyWith: 'corpus',
  },
} as const satisfies Record<StackFunctionName, Omit<FunctionSpec, 'name'>>;

/** The functions in the order of `functionNames`. */
export const functionSpecs: readonly FunctionSpec[] = functionNames.map((name) => ({ name, ...specs[name] }));

/** Returns the functions of a deployment. Without a corpus its functions do not exist, and cost nothing. */
export const listFunctions = (options: { readonly corpus?: string | undefined }): readonly FunctionSpec[] =>
  functionSpecs.filter(({ onlyWith }) => onlyWith === undefined || options.corpus !== undefined);

/** Returns the construct id of a function or queue: `fetch-pages` → `FetchPages`. */
export const constructId = (name: string): string =>
  name.replaceAll(/(?:^|-)([a-z])/g, (_, letter: string) => letter.toUpperCase());
