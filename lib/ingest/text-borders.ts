const words = new Intl.Segmenter('und', { granularity: 'word' });
const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' });

/** What stands behind a border, so that the last word is whole: few words are longer. */
const wordCharactersMax = 64;

/**
 * Returns the last place of a text at or before `at` that is within no word: the dictionaries of Unicode's library know
 * the words of scripts without spaces. Where a run of letters is longer than a word, it is a place between characters
 * as readers see them: a letter with its marks, an emoji of several parts. Returns `at` where a single one is longer.
 *
 * @param from A border before it, from which on the text is read; time is linear in the distance.
 */
export const borderBefore = (text: string, from: number, at: number): number => {
  if (at >= text.length) return text.length;
  const part = text.slice(from, at + wordCharactersMax);
  const place = at - from;
  const { index: word = place } = words.segment(part).containing(place) ?? {};
  if (word > 0 && place - word < wordCharactersMax) return from + word;
  const { index: grapheme = place } = graphemes.segment(part).containing(place) ?? {};
  if (grapheme > 0) return from + grapheme;
  const code = text.charCodeAt(at);
  return code >= 0xdc00 && code <= 0xdfff ? at + 1 : at;
};
