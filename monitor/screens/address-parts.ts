/**
 * Returns the parts of a screen's path, unescaped once; null if an escape is malformed, such as a lone `%`, so that the
 * path is the address of no screen.
 *
 * @param path - as it stands in the address: the router has unescaped its own copy of it, but no reserved characters.
 */
export const addressParts = (path: string): readonly string[] | null => {
  try {
    return path.split('/').slice(1).map(decodeURIComponent);
  } catch {
    return null;
  }
};

/** Returns the host, with its port, that the path of a host's screen names; null if the name can be that of no host. */
export const hostInAddress = (path: string): string | null => {
  const host = addressParts(path)?.[1];
  return host !== undefined && URL.parse(`http://${host}/`)?.host === host ? host : null;
};
