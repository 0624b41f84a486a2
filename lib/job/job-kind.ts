/**
 * What a job was asked to do: follow links, fetch a list, fetch one page that somebody waits for, answer a
 * question, list a site's URLs for somebody who waits.
 */
export const jobKinds = ['crawl', 'batch', 'scrape', 'extract', 'map'] as const;

export type JobKind = (typeof jobKinds)[number];

/** Whether somebody holds a connection open for a job of this kind: it is over before anybody looks for it. */
export const isAwaited = (kind: JobKind): boolean => kind === 'scrape' || kind === 'map';
