import * as z from 'zod';
import { limits } from '../limits/limits.ts';
import { fitsDns } from './host-name.ts';

const hasScheme = /^[a-z][a-z0-9+.-]*:/i;
const hostAndPort = /^[^\s/:]+:\d{1,5}(?:\/|$)/;

/** Adds `http://` if a client left the scheme out, as Firecrawl does; `example.com:8080/x` has a port, not a scheme. */
export const withScheme = (text: string): string => {
  const trimmed = text.trim();
  return hasScheme.test(trimmed) && !hostAndPort.test(trimmed) ? trimmed : `http://${trimmed}`;
};

/** Says why a URL cannot be fetched, or null: only http and https with a host can be. */
export const urlProblem = (text: string): string | null => {
  if (text.length > limits.urlCharactersMax) return `expected at most ${limits.urlCharactersMax} characters`;
  // What stands for a byte that could not be read leads to another page than was meant.
  if (text.includes('\uFFFD')) return 'expected a URL in UTF-8, without U+FFFD';
  const url = URL.parse(text);
  if (url === null) return 'expected a URL such as https://example.com/';
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    return `expected the scheme http or https, not ${url.protocol.replace(/:$/, '')}`;
  }
  if (!fitsDns(url.hostname)) {
    return (
      `expected a host name of at most ${limits.hostNameOctetsMax} characters, ` +
      `${limits.hostLabelOctetsMax} between two dots`
    );
  }
  if (url.username !== '' || url.password !== '') return 'expected a URL without user name and password';
  return null;
};

/** A URL in a request: trimmed, with a scheme, fetchable in form. A refusal shows it as it was sent. */
export const urlField = z
  .string({ error: 'expected a URL such as https://example.com/' })
  .transform((text, context) => {
    const url = withScheme(text);
    const problem = urlProblem(url);
    if (problem !== null) context.addIssue({ code: 'custom', message: problem, input: text });
    return url;
  });
