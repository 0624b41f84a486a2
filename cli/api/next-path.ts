/**
 * Returns the path, from `/v2/` on, of the page of results that `next` names. `next` may be absolute or relative and
 * may have the stage of an API Gateway. Host and stage are always those of the address that the user gave, so a key
 * never follows a link to another host. Returns undefined if `next` names no part of the API.
 */
export const parseNextPath = (next: string): string | undefined => {
  const url = URL.parse(next, 'http://api.invalid');
  if (url === null) return undefined;
  const start = url.pathname.lastIndexOf('/v2/');
  return start === -1 ? undefined : url.pathname.slice(start) + url.search;
};
