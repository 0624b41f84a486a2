/** What a key may consist of: the characters that a header carries unchanged (RFC 9110, 5.5), without spaces. */
const headerWord = /^[\x21-\x7e]+$/;

/** Says whether an HTTP header can carry a text as one word, as it has to carry a key. */
export const isHeaderWord = (text: string): boolean => headerWord.test(text);

/** Says whether an HTTP header can carry a text as its whole value: words with spaces between them. */
export const isHeaderValue = (text: string): boolean => /^[\x21-\x7e]+(?: +[\x21-\x7e]+)*$/.test(text);

/** What is wrong with a key that is none, after "it". The key itself is never shown. */
export const unsendableKey = 'holds a character that no HTTP header can carry (expected printable ASCII)';
