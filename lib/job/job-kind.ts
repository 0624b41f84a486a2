/** What a job was asked to do: follow links, fetch a list, fetch one page that somebody waits for, answer a question. */
export const jobKinds = ['crawl', 'batch', 'scrape', 'extract'] as const;

export type JobKind = (typeof jobKinds)[number];
