import { failure, type Failure } from '../../failure.ts';
import { limits } from '../../limits/limits.ts';

export type NextLocation =
  | { readonly ok: true; readonly url: URL }
  | { readonly ok: false; readonly failure: Failure };

const no = (code: Failure['code'], message: string): NextLocation => ({
  ok: false,
  failure: failure(code, message),
});

/**
 * Returns the target of a redirect: `Location`, relative to the URL that sent it (RFC 9110 section 10.2.2), without
 * fragment and credentials. With `from` null it judges the first URL of a fetch in the same way.
 */
export const nextLocation = (from: URL | null, location: string | undefined): NextLocation => {
  const what = from === null ? 'the URL' : `${from.href}: its redirect`;
  const invalid = from === null ? 'BAD_REQUEST_INVALID_URL' : 'REDIRECT_INVALID';
  const text = location?.trim() ?? '';
  if (text === '') return no(invalid, `Cannot fetch ${what}: it names no address`);
  if (text.length > limits.urlCharactersMax) {
    return no(
      invalid,
      `Cannot fetch ${what}: its address has ${text.length} characters, at most ` +
        `${limits.urlCharactersMax} are followed`,
    );
  }
  const url = URL.parse(text, from?.href);
  if (url === null)
    return no(
      invalid,
      `Cannot fetch ${what}: its address ${JSON.stringify(text.slice(0, 100))} is not a URL`,
    );
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    return no(
      'SCHEME_NOT_ALLOWED',
      `Cannot fetch ${what}: found the scheme ${url.protocol.slice(0, 20)}, only http and https are fetched`,
    );
  }
  url.hash = '';
  url.username = '';
  url.password = '';
  return { ok: true, url };
};
