/** Headings of sections by other people (reviews, comments) or about other things (related products). */
const besides = new RegExp(
  String.raw`^(?:(?:customer|user|product|reader|our|latest) )?(?:reviews?|comments?|ratings|bewertungen|kommentare|` +
    String.raw`rezensionen|avis(?=$|[\s:(]*\d|\s+(?:clients?|des|utilisateurs|vérifiés|et)\b)|` +
    String.raw`commentaires|opiniones|comentarios|レビュー|口コミ|related|similar|you may (?:also|like)|` +
    String.raw`(?:others?|customers) (?:also )?(?:bought|viewed)|recommended|more from|more like|ähnliche|` +
    String.raw`kunden kauften|das könnte|passend dazu|weitere |vous aimerez|produits similaires|à voir aussi|` +
    String.raw`también te|productos relacionados|関連商品|関連記事|おすすめ)`,
  'iu',
);

/**
 * Returns the level of the heading whose section is beside the page's subject, such as reviews or related products, or
 * 0 in a section about the subject. A section ends with a heading of its own level or above.
 */
export const besidesLevel = (before: number, level: number, heading: string): number => {
  if (before > 0 && level > before) return before;
  return besides.test(heading.trim()) ? level : 0;
};

/** Returns a page's Markdown without the sections beside its subject. */
export const ownPart = (markdown: string): string => {
  let besides = 0;
  return markdown
    .split('\n')
    .filter((line) => {
      const [, marks, heading = ''] = /^(#{1,6})\s+(.*)$/.exec(line) ?? [];
      if (marks !== undefined) besides = besidesLevel(besides, marks.length, heading);
      return besides === 0;
    })
    .join('\n');
};
