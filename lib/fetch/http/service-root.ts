import * as z from 'zod';
import { blockedPorts } from './blocked-ports.ts';

const webUrl = 'expected a URL that begins with http:// or https://';

/** Says why a text is no URL of the web; null if it is one. It shows at most the scheme. */
export const whyNoWebUrl = (text: string): string | null => {
  const url = URL.parse(text.trim());
  // Only a scheme before `//`: what stands before the colon of `name:password@host` is not shown.
  if (url === null || !/^[a-z][a-z0-9+.-]*:\/\//i.test(text.trim())) return `${webUrl}, found no URL`;
  return url.protocol === 'http:' || url.protocol === 'https:'
    ? null
    : `${webUrl}, found one that begins with ${url.protocol}//`;
};

/**
 * Says why `fetch` can send no request to the root of a service, whatever answers there; null if it can. The reason
 * shows neither the address nor the credentials in it.
 */
export const whyNoServiceRoot = (text: string): string | null => {
  const why = whyNoWebUrl(text);
  if (why !== null) return why;
  const url = new URL(text.trim());
  if (url.username !== '' || url.password !== '')
    return 'expected a URL without a user name and a password, which fetch refuses, found one with them';
  if (url.port !== '' && blockedPorts.has(Number(url.port)))
    return `expected a port that fetch does not refuse, found ${url.port}`;
  return null;
};

/** The root of a service that a deployment names: an HTTP URL to which requests can be sent. */
export const serviceRootSchema = z
  .string()
  .trim()
  .max(1_000)
  .superRefine((text, context) => {
    const why = whyNoServiceRoot(text);
    if (why !== null) context.addIssue({ code: 'custom', message: why });
  });
