/**
 * What sort of page a page is, as far as the way to read it goes:
 * - `article`: one text by itself: news, a post, an essay
 * - `reference`: documentation: manuals, reference, man pages, release notes, wikis
 * - `listing`: many entries that lead elsewhere: search results, categories, archives, collections
 * - `forum`: contributions of several people, one after the other: threads, questions with answers
 * - `product`: one thing for sale, with its description
 * - `home`: the start page of a site or of a part of it
 * - `other`: anything else, such as a firm's description of its services
 */
export const pageKinds = ['article', 'reference', 'listing', 'forum', 'product', 'home', 'other'] as const;
export type PageKind = (typeof pageKinds)[number];
