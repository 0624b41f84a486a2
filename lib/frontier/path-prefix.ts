/** An extension begins with a letter: `/3.12` and `/docs/v1.2` are folders of versions. */
const isFileName = /\.[a-z][a-z0-9]*$/i;

/** Returns the folder below which a crawl from this path stays, with its slash. */
export const pathPrefix = (path: string): string => {
  const last = path.slice(path.lastIndexOf('/') + 1);
  if (last === '') return path;
  return isFileName.test(last) ? path.slice(0, path.length - last.length) : `${path}/`;
};
