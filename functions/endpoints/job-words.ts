/** How the endpoints of a kind of job speak of it. */
export interface JobWords {
  readonly base: string;
  readonly kind: 'crawl' | 'batch' | 'extract';
  readonly tag: 'Crawl' | 'Batch' | 'Extract' | 'Version 1';
  /** `Crawl`, as it is spelled in the ids of endpoints. */
  readonly name: string;
  readonly word: string;
}
