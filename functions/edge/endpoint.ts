import type * as z from 'zod';
import type { FailureCode } from '../../lib/failure.ts';
import type { KeyScope } from '../../lib/request/keys/scopes.ts';
import type { DocsTag } from '../openapi/tags.ts';
import type { HttpAnswer, HttpRequest, OpenRequest } from './http.ts';
import type { JsonObject } from '../../lib/extract/schema/json.ts';

declare global {
  interface ImportMeta {
    /** True in the bundles of functions (`infra/bundle.ts`): what only describes an endpoint is not part of them. */
    readonly bundled?: true;
  }
}

/** What an endpoint takes and answers. What all have in common is not repeated: `make-document.ts` adds it. */
export interface EndpointDocs {
  /** The name that generated clients give it. */
  readonly id: string;
  readonly tag: DocsTag;
  /** A few words, without a full stop. */
  readonly summary: string;
  /** Sentences, for what the parts do not say. */
  readonly description?: string;
  /** Query parameters, as the handler parses them. */
  readonly query?: z.ZodObject;
  /** It takes `x-idempotency-key`. */
  readonly idempotent?: true;
  readonly body?: {
    readonly schema: z.ZodType;
    /** A request that works, for the curl line. */
    readonly example?: JsonObject;
    /** It may be left out. */
    readonly optional?: true;
    /** Another media type than JSON. */
    readonly type?: string;
  };
  /** What 200 brings: a schema, or the media type of what is not JSON. */
  readonly answer: z.ZodType | string;
  /** Failures of its own, beside those of the key, of a body and of a query. */
  readonly failures?: readonly FailureCode[];
  /** What names in its path stand for, where `{id}` is no job's. */
  readonly ids?: Readonly<Record<string, string>>;
}

interface Place {
  readonly method: 'GET' | 'POST' | 'DELETE' | 'PATCH' | 'PUT';
  /** With `{names}` in it: `/v2/crawl/{id}`. */
  readonly path: string;
  /** Left out of bundles: the API reads what `npm run openapi` made of it. */
  readonly docs: EndpointDocs | false;
}

/** What answers the requests of an endpoint. */
export type HttpHandler<Dependencies> = (
  dependencies: Dependencies,
  request: HttpRequest,
) => Promise<HttpAnswer>;

/** An endpoint that anyone may ask, without a key. */
export interface OpenEndpoint<Dependencies> extends Place {
  readonly openHandler: (request: OpenRequest, dependencies: Dependencies) => Promise<HttpAnswer>;
}

/** An endpoint for callers with a key. */
export interface KeyEndpoint<Dependencies> extends Place {
  /** What the key must be for: `read` for GET, `write` for all else, unless told. */
  readonly scope?: KeyScope;
  /** It begins work, which the limits of keys hold: one page, or a job. */
  readonly begins?: 'page' | 'job';
  /** The handler holds the caller to those limits itself, since only some of the requests begin work. */
  readonly limitedBy?: 'handler';
  /** The HTTP status of failures that have 422 elsewhere. */
  readonly unprocessable?: number;
  readonly handler: HttpHandler<Dependencies>;
}

/** The one declaration of an endpoint: routes and the API's description are both made from it. */
export type Endpoint<Dependencies> = KeyEndpoint<Dependencies> | OpenEndpoint<Dependencies>;
