import type { EndpointDocs, KeyEndpoint, OpenEndpoint } from '../edge/endpoint.ts';

/** An endpoint with its description, and with the facts that routing needs. */
export type Operation = EndpointDocs &
  Pick<OpenEndpoint<never>, 'method' | 'path'> &
  Pick<KeyEndpoint<never>, 'scope' | 'begins' | 'unprocessable'> & {
    /** Set if it needs no key. */
    readonly open: boolean;
  };
