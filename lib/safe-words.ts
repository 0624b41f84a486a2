const wordsShown = 200;

/** Takes a secret out of a text, as it is and as it stands in an address. An empty secret is in no text. */
export const hideSecret = (text: string, secret: string): string =>
  secret === '' ? text : text.replaceAll(secret, '…').replaceAll(encodeURIComponent(secret), '…');

/**
 * Returns another service's words without anything that may be a key, a token or an address, for the person who has to
 * correct the request: a service may echo what it was sent.
 */
export const safeWords = (words: string, secret: string): string =>
  hideSecret(words, secret)
    .replace(/https?:\/\/\S+/g, '…')
    .replace(/(?:bearer\s+)?[\w*.-]*(?:\*{3,}|[A-Za-z0-9_-]{24,})[\w*.-]*/gi, '…')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, wordsShown);
