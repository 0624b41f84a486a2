import type { KindEvidence } from './evidence.ts';
import { entryGroups } from './listing-evidence.ts';

/** What WordPress calls the body of an archive beside `archive`: its kind. */
const archiveKinds = /^(?:category|tag|author|date|post-type-archive|tax-.+)$/;

/**
 * Returns signs of an archive: WordPress says in the classes of the body that it lists what it holds, and entries are
 * there. What stands above them, such as the description of a category, may be most of the page's prose.
 */
export const archiveEvidence: KindEvidence = ({ page, outside }) => {
  const { list } = page.body.classes;
  if (!list.includes('archive') || !list.some((name) => archiveKinds.test(name))) return [];
  const entries = entryGroups(outside()).flat().length;
  return entries === 0 ? [] : [`WordPress calls it an archive, and it has ${entries} entries`];
};
