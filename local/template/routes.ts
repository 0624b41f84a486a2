import * as z from 'zod';
import { functionNameIn } from './functions.ts';
import type { ReadProperties } from './property-reader.ts';
import { findResources, type StackTemplate } from './template.ts';

/** A method of the REST API that a function handles. */
export interface RoutePlan {
  /** `GET`, …, or `ANY`. */
  readonly method: string;
  /** API Gateway's resource path: `/`, `/jobs/{id}`, `/{proxy+}`. */
  readonly resource: string;
  readonly functionName: string;
}

/** The gateway's own answers, by response type (`MISSING_AUTHENTICATION_TOKEN`, `DEFAULT_5XX`, …). */
export type GatewayResponses = Readonly<
  Record<string, { readonly status: number | undefined; readonly template: string | undefined }>
>;

const resourceSchema = z.object({ ParentId: z.string(), PathPart: z.string() });

const methodSchema = z.object({
  HttpMethod: z.string(),
  ResourceId: z.string(),
  AuthorizationType: z.string().optional(),
  ApiKeyRequired: z.boolean().optional(),
  Integration: z.object({ Type: z.string(), Uri: z.string().optional() }),
});

const responseSchema = z.object({
  ResponseType: z.string(),
  StatusCode: z.coerce.number().optional(),
  ResponseTemplates: z.record(z.string(), z.string()).optional(),
});

const pathOf = (parents: ReadonlyMap<string, z.infer<typeof resourceSchema>>, resourceId: string): string => {
  const resource = parents.get(resourceId);
  if (!resource) return '/';
  const parent = pathOf(parents, resource.ParentId);
  return parent === '/' ? `/${resource.PathPart}` : `${parent}/${resource.PathPart}`;
};

/**
 * Returns the routes that go to functions by proxy integration. Leaves out MOCK methods (CORS preflights).
 *
 * @throws {Error} for other integrations and for authorizers: an API that is open on the laptop and guarded on AWS
 * would be tested without its guard.
 */
export const readRoutes = (template: StackTemplate, read: ReadProperties): RoutePlan[] => {
  const parents = new Map(
    findResources(template, 'AWS::ApiGateway::Resource').map(([logicalId, resource]) => [
      logicalId,
      read(logicalId, resource, resourceSchema),
    ]),
  );
  return findResources(template, 'AWS::ApiGateway::Method').flatMap(([logicalId, resource]) => {
    const method = read(logicalId, resource, methodSchema);
    if (method.Integration.Type === 'MOCK') return [];
    const uri = /\/functions\/(.+)\/invocations$/.exec(method.Integration.Uri ?? '')?.[1];
    if (method.Integration.Type !== 'AWS_PROXY' || uri === undefined) {
      throw new Error(
        `Cannot run ${logicalId}: expected a Lambda proxy integration, found ${method.Integration.Type}`,
      );
    }
    if ((method.AuthorizationType ?? 'NONE') !== 'NONE' || method.ApiKeyRequired === true) {
      throw new Error(`Cannot run ${logicalId}: the laptop knows no authorizers and no usage plans`);
    }
    return [
      {
        method: method.HttpMethod,
        resource: pathOf(parents, method.ResourceId),
        functionName: functionNameIn(uri),
      },
    ];
  });
};

const apiSchema = z.object({ BinaryMediaTypes: z.array(z.string()).optional() });

/** Returns the media types whose bodies functions get as Base64. */
export const readBinaryTypes = (template: StackTemplate, read: ReadProperties): string[] =>
  findResources(template, 'AWS::ApiGateway::RestApi').flatMap(
    ([logicalId, resource]) => read(logicalId, resource, apiSchema).BinaryMediaTypes ?? [],
  );

/** Returns the gateway responses in the template. */
export const readGatewayResponses = (template: StackTemplate, read: ReadProperties): GatewayResponses =>
  Object.fromEntries(
    findResources(template, 'AWS::ApiGateway::GatewayResponse').map(([logicalId, resource]) => {
      const response = read(logicalId, resource, responseSchema);
      return [
        response.ResponseType,
        { status: response.StatusCode, template: response.ResponseTemplates?.['application/json'] },
      ];
    }),
  );
