import { limits } from '../limits/limits.ts';

/**
 * Says whether a URL's host name, in ASCII as the URL parser writes it, is as short as DNS can ask for (RFC 1035
 * section 2.3.4). Resolvers refuse a longer one as a wrong argument, and not as a name that does not exist.
 */
export const fitsDns = (hostname: string): boolean => {
  if (hostname.length <= limits.hostLabelOctetsMax) return true;
  const name = hostname.endsWith('.') ? hostname.slice(0, -1) : hostname;
  return (
    name.length <= limits.hostNameOctetsMax &&
    name.split('.').every((label) => label.length <= limits.hostLabelOctetsMax)
  );
};
