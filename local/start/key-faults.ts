import { whyNoServiceRoot } from '../../lib/fetch/http/service-root.ts';
import { isHeaderValue, isHeaderWord } from '../../lib/header-word.ts';
import { fetcherKeyVariables } from '../../lib/fetch/remote/fetcher-settings.ts';
import { keyVariables, parseModelKeys, type ModelKeys } from '../../lib/extract/llm/model-keys.ts';

/** The user name's place is free; Qdrant's key is sent in a header. */
const qdrantFault = (address: string): string | null => {
  const url = URL.parse(address);
  const wanted = 'expected an address such as https://:KEY@host:6333';
  if (url === null) return `${wanted}, found no URL`;
  let key: string | null;
  try {
    key = decodeURIComponent(url.password);
  } catch {
    key = null;
  }
  if (key === null || (key !== '' && !isHeaderValue(key)))
    return `${wanted}, found a key that no HTTP header can carry`;
  Object.assign(url, { username: '', password: '' });
  return whyNoServiceRoot(url.href);
};

/**
 * Says why no request can carry what was given for a provider, or reach an address; null if one can. It shows nothing
 * of what was given.
 *
 * @param given The keys of a provider; of `postgres` and `qdrant`, the address.
 */
export const keyFault = (provider: string, given: readonly string[]): string | null => {
  const [first = '', ...others] = given;
  if (provider === 'postgres' || provider === 'qdrant') {
    if (others.length > 0) return 'expected one address without spaces and commas, found several words';
    if (provider === 'qdrant') return qdrantFault(first);
    return /^(?:postgres(?:ql)?:\/\/|socket:|\/)/.test(first)
      ? null
      : 'expected an address such as postgres://user:password@host/database, found another form';
  }
  return given.every(isHeaderWord)
    ? null
    : 'expected keys of printable ASCII, several separated by commas, ' +
        'found a character that no HTTP header can carry';
};

/** Says which of the keys cannot be used, after the name of its provider; null if all can. */
export const modelKeysFault = (keys: ModelKeys): string | null => {
  for (const [provider, given] of Object.entries(keys)) {
    const fault = keyFault(provider, given);
    if (fault !== null) return `${provider}: ${fault}`;
  }
  return null;
};

const blank = 'expected a key, found only spaces and commas';

/**
 * Says which variable of the environment holds a key with which no request can be made, and what is wrong with it; null
 * if none does. A variable that is empty counts as not set.
 */
export const keyVariableFault = (
  environment: Readonly<Record<string, string | undefined>>,
): string | null => {
  for (const [name, provider] of Object.entries(keyVariables)) {
    const text = environment[name] ?? '';
    if (text === '') continue;
    const keys = parseModelKeys(JSON.stringify({ [name]: text }))[provider] ?? [];
    const fault = keys.length === 0 ? blank : keyFault(provider, keys);
    if (fault !== null) return `${name}: ${fault}`;
  }
  for (const name of Object.keys(fetcherKeyVariables)) {
    const text = environment[name] ?? '';
    if (text === '' || isHeaderWord(text.trim())) continue;
    const found =
      text.trim() === '' ? 'only spaces' : 'a space or another character that no HTTP header carries';
    return `${name}: expected a key of printable ASCII, as one word, found ${found}`;
  }
  return null;
};
