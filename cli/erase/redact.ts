import { isPlainObject, type PlainObject } from '../../lib/plain-object.ts';
import { erasedUrl } from './wanted.ts';

const urlInText = /https?:\/\/[^\s"'<>\\`{}|^]+/g;
const punctuation = /[)\].,;:!?*_]+$/;

/** Replaces each URL to be erased in a text by another. */
export const redactText = (text: string, isWanted: (url: string) => boolean): string =>
  isWanted(text)
    ? erasedUrl
    : text.replace(urlInText, (found) => {
        if (isWanted(found)) return erasedUrl;
        const bare = found.replace(punctuation, '');
        return bare !== found && isWanted(bare) ? `${erasedUrl}${found.slice(bare.length)}` : found;
      });

/** Says whether a value is an object with names: not bytes, which items of the table hold. */
export const isRecord = (value: unknown): value is PlainObject =>
  isPlainObject(value) && !(value instanceof Uint8Array);

/** Returns the value itself if no text in it names a URL to be erased; else a copy without these URLs. */
export const redactValue = (value: unknown, isWanted: (url: string) => boolean): unknown => {
  if (typeof value === 'string') return redactText(value, isWanted);
  if (Array.isArray(value)) {
    const list = value.map((each) => redactValue(each, isWanted));
    return list.every((each, at) => each === value[at]) ? value : list;
  }
  if (!isRecord(value)) return value;
  const entries = Object.entries(value).map(
    ([name, each]) => [redactText(name, isWanted), redactValue(each, isWanted)] as const,
  );
  const isSame = entries.every(([name, each]) => Object.hasOwn(value, name) && each === value[name]);
  return isSame ? value : Object.fromEntries(entries);
};

/** Says whether a text in a value names a URL to be erased. */
export const mentions = (value: unknown, isWanted: (url: string) => boolean): boolean =>
  redactValue(value, isWanted) !== value;

/** Names of fields in which an entry of a list gives its page. */
const ownUrl = ['url', 'sourceURL', 'final_url', 'finalUrl'] as const;

const isOfWanted = (entry: unknown, isWanted: (url: string) => boolean): boolean => {
  if (typeof entry === 'string') return isWanted(entry);
  if (!isRecord(entry)) return false;
  return ownUrl.some((name) => {
    const url = entry[name];
    return typeof url === 'string' && isWanted(url);
  });
};

/**
 * Removes from a list of pages, or from a value with such lists, the entries of pages to be erased; in the rest no text
 * names their URLs. Calls `onGone` for each removed entry.
 */
export const pruneValue = (
  value: unknown,
  isWanted: (url: string) => boolean,
  onGone: (entry: unknown) => void,
): unknown => {
  if (Array.isArray(value)) {
    const left = value.filter((entry) => {
      const goes = isOfWanted(entry, isWanted);
      if (goes) onGone(entry);
      return !goes;
    });
    return left.map((entry) => pruneValue(entry, isWanted, onGone));
  }
  if (!isRecord(value)) return redactValue(value, isWanted);
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [
      redactText(name, isWanted),
      pruneValue(each, isWanted, onGone),
    ]),
  );
};
