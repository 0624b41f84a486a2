/** What a job was asked to do: follow links, fetch a list, fetch one page that somebody waits for. */
export const jobKinds = ['crawl', 'batch', 'scrape'] as const;

export type JobKind = (typeof jobKinds)[number];
