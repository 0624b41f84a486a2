import type * as z from 'zod';
import type { FailureCode } from '../../lib/failure.ts';
import type { KeyScope } from '../../lib/request/keys/scopes.ts';
import type { DocsTag } from '../openapi/tags.ts';
import type { HttpResponse, HttpRequest, OpenRequest } from './http.ts';
import type { JsonObject } from '../../lib/extract/schema/json.ts';

declare global {
  interface ImportMeta {
    /** True in the bundles of functions (`infra/bundle.ts`), which leave out descriptions of endpoints. */
    readonly bundled?: true;
  }
}

/**
 * What an endpoint takes and answers. What all endpoints have in common is not repeated: `make-document.ts` adds it.
 */
export interface EndpointDocs {
  /** Its name in generated clients. */
  readonly id: string;
  readonly tag: DocsTag;
  /** A few words, without a full stop. */
  readonly summary: string;
  /** Sentences about what the other parts do not say. */
  readonly description?: string;
  /** Query parameters, as the handler parses them. */
  readonly query?: z.ZodObject;
  /** Set if it takes `x-idempotency-key`. */
  readonly idempotent?: true;
  readonly body?: {
    readonly schema: z.ZodType;
    /** A request that works, for the curl line. */
    readonly example?: JsonObject;
    /** Set if the body may be left out. */
    readonly optional?: true;
    /** A media type other than JSON. */
    readonly type?: string;
  };
  /** The content of a 200 response: a schema, or the media type if it is not JSON. */
  readonly response: z.ZodType | string;
  /** Its own failures, beside those of the key, of a body and of a query. */
  readonly failures?: readonly FailureCode[];
  /** The meaning of names in its path, if `{id}` is not that of a job. */
  readonly ids?: Readonly<Record<string, string>>;
}

interface Place {
  readonly method: 'GET' | 'POST' | 'DELETE' | 'PATCH' | 'PUT';
  /** With `{names}` in it: `/v2/crawl/{id}`. */
  readonly path: string;
  /** Left out of bundles: the API reads the file that `npm run openapi` made from it. */
  readonly docs: EndpointDocs | false;
}

/** Answers the requests of an endpoint. */
export type HttpHandler<Dependencies> = (
  dependencies: Dependencies,
  request: HttpRequest,
) => Promise<HttpResponse>;

/** An endpoint that anyone may call, without a key. */
export interface OpenEndpoint<Dependencies> extends Place {
  readonly openHandler: (request: OpenRequest, dependencies: Dependencies) => Promise<HttpResponse>;
}

/** An endpoint for callers with a key. */
export interface KeyEndpoint<Dependencies> extends Place {
  /** The scope that the key must have; by default `read` for GET, `write` for everything else. */
  readonly scope?: KeyScope;
  /**
   * The work that it begins, to which the limits of keys apply: one page, or a job. What lets schedules begin work, or
   * only plans it, counts as a page: as one request, and not as a job.
   */
  readonly begins?: 'page' | 'job';
  /** The handler enforces those limits itself, because only some of the requests begin work. */
  readonly limitedBy?: 'handler';
  /** The HTTP status of failures that have 422 elsewhere. */
  readonly unprocessable?: number;
  readonly handler: HttpHandler<Dependencies>;
}

/** The one declaration of an endpoint: routes and the API's description are both made from it. */
export type Endpoint<Dependencies> = KeyEndpoint<Dependencies> | OpenEndpoint<Dependencies>;
