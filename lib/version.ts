import manifest from '../package.json' with { type: 'json' };

/** Version of this engine: stands in the user agent. */
export const { version } = manifest;

/**
 * Version of what reads pages, which stands in every envelope: that of the engine, and as build metadata (Semantic
 * Versioning, 10) how often within it a page's Markdown came to be another. Raise it with such a change: versions
 * that were read before are then read again before they are compared (docs/decisions/0059-struck-prices.md).
 */
export const readerVersion = `${version}+read.22`;
