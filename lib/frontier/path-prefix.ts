/** Returns the folder below which a crawl from this path stays, with its slash. */
export const pathPrefix = (path: string): string => {
  const last = path.slice(path.lastIndexOf('/') + 1);
  if (last === '') return path;
  return last.includes('.') ? path.slice(0, path.length - last.length) : `${path}/`;
};
