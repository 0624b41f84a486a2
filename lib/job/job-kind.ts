/**
 * What a job does: follow links, fetch a list, fetch one page for a waiting caller, answer a question, or list a site's
 * URLs for a waiting caller.
 */
export const jobKinds = ['crawl', 'batch', 'scrape', 'extract', 'map'] as const;

export type JobKind = (typeof jobKinds)[number];

/** Whether a caller holds a connection open for a job of this kind: it is over before anybody else looks for it. */
export const isAwaited = (kind: JobKind): boolean => kind === 'scrape' || kind === 'map';
