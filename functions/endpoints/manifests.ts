import {
  draftRequestSchema,
  manifestQuerySchema,
  planRequestSchema,
  rollbackRequestSchema,
} from '../../lib/request/source/source-query.ts';
import {
  appliedSchema,
  draftedManifestSchema,
  manifestTextSchema,
  manifestVersionsSchema,
  manifestsSchema,
  planSchema,
} from '../openapi/responses/sources.ts';
import { ofExtraction } from '../openapi/failure-groups.ts';
import type { KeyEndpoint } from '../edge/endpoint.ts';
import { manifestHandlers } from '../handlers/sources/manifests.ts';
import type { SourceDependencies } from '../handlers/sources/sources.ts';

const names = { name: 'The name of the manifest.' };

const manifest = {
  version: '1.0.0',
  name: 'tides',
  sources: [{ id: 'notices', url: 'https://www.example.com/notices', frequency: 'daily' }],
};

/** Planning, applying and going back. */
export const manifestEndpoints: readonly KeyEndpoint<SourceDependencies>[] = [
  {
    method: 'POST',
    path: '/v2/sources/plan',
    scope: 'read',
    begins: 'page',
    handler: manifestHandlers.plan,
    docs: !import.meta.bundled && {
      id: 'planSources',
      tag: 'Sources',
      summary: 'What applying a manifest would do',
      description:
        'Of each source: what becomes of it, when it is due, what its runs take; and what speaks against it.',
      body: { schema: planRequestSchema, example: { manifest } },
      response: planSchema,
    },
  },
  {
    method: 'POST',
    path: '/v2/sources/apply',
    begins: 'page',
    handler: manifestHandlers.apply,
    docs: !import.meta.bundled && {
      id: 'applySources',
      tag: 'Sources',
      summary: 'Apply a manifest',
      description: 'All of it or nothing. Sources of other manifests are not touched.',
      body: { schema: planRequestSchema, example: { manifest } },
      response: appliedSchema,
      failures: ['PLAN_STALE', 'PLAN_REFUSED'],
    },
  },
  {
    method: 'POST',
    path: '/v2/sources/draft',
    begins: 'page',
    handler: manifestHandlers.draft,
    docs: !import.meta.bundled && {
      id: 'draftSources',
      tag: 'Sources',
      summary: "Make a manifest of a person's notes",
      description:
        "The deployment's model writes it. Its sources are only proposed, and nothing is applied; one whose address " +
        'the notes do not have is left out.',
      body: {
        schema: draftRequestSchema,
        example: { notes: 'Tide tables, daily: https://www.example.com/tides' },
      },
      response: draftedManifestSchema,
      failures: ofExtraction,
    },
  },
  {
    method: 'GET',
    path: '/v2/manifests',
    handler: manifestHandlers.list,
    docs: !import.meta.bundled && {
      id: 'listManifests',
      tag: 'Sources',
      summary: 'The manifests that are applied',
      response: manifestsSchema,
    },
  },
  {
    method: 'GET',
    path: '/v2/manifests/{name}',
    handler: manifestHandlers.read,
    docs: !import.meta.bundled && {
      id: 'getManifest',
      tag: 'Sources',
      summary: 'A manifest as it was applied',
      ids: names,
      query: manifestQuerySchema,
      response: manifestTextSchema,
      failures: ['MANIFEST_NOT_FOUND'],
    },
  },
  {
    method: 'GET',
    path: '/v2/manifests/{name}/versions',
    handler: manifestHandlers.versions,
    docs: !import.meta.bundled && {
      id: 'listManifestVersions',
      tag: 'Sources',
      summary: 'What was applied of a manifest, by whom and when',
      ids: names,
      response: manifestVersionsSchema,
      failures: ['MANIFEST_NOT_FOUND'],
    },
  },
  {
    method: 'POST',
    path: '/v2/manifests/{name}/rollback',
    begins: 'page',
    handler: manifestHandlers.rollback,
    docs: !import.meta.bundled && {
      id: 'rollbackManifest',
      tag: 'Sources',
      summary: 'Go back to an earlier version',
      description: 'That version is applied again, and stands in the log as such.',
      ids: names,
      body: { schema: rollbackRequestSchema, example: { version: '1.0.0' } },
      response: appliedSchema,
      failures: ['MANIFEST_NOT_FOUND', 'PLAN_STALE', 'PLAN_REFUSED'],
    },
  },
];
