import { isPlainObject, type PlainObject } from '../../lib/plain-object.ts';
import { erasedUrl } from './wanted.ts';

const urlInText = /https?:\/\/[^\s"'<>\\`{}|^]+/g;
const punctuation = /[)\].,;:!?*_]+$/;

/** A text with another URL in the place of each that is to be erased. */
export const redactText = (text: string, isWanted: (url: string) => boolean): string =>
  isWanted(text)
    ? erasedUrl
    : text.replace(urlInText, (found) => {
        if (isWanted(found)) return erasedUrl;
        const bare = found.replace(punctuation, '');
        return bare !== found && isWanted(bare) ? `${erasedUrl}${found.slice(bare.length)}` : found;
      });

/** True for an object with names: not for bytes, which items of the table hold. */
export const isRecord = (value: unknown): value is PlainObject =>
  isPlainObject(value) && !(value instanceof Uint8Array);

/** The same value where no text in it names a URL that is to be erased; otherwise a copy in which none does. */
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

/** Whether a text in it names a URL that is to be erased. */
export const mentions = (value: unknown, isWanted: (url: string) => boolean): boolean =>
  redactValue(value, isWanted) !== value;

/** Names under which an entry of a list says of which page it is. */
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
 * A list of pages, or what holds such lists, without the entries of pages that are to be erased; in what is left
 * no text names their URLs. `onGone` is told of each entry that goes.
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
