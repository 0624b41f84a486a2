/**
 * Counts the segments of a URL's path, as Firecrawl's v1 counts a page's depth: `/` has none, `/a/b` two; a folder's
 * index page counts as its folder.
 */
export const pathDepth = ({ pathname }: URL): number =>
  pathname
    .split('/')
    .filter((segment) => segment !== '' && segment !== 'index.php' && segment !== 'index.html').length;
