import { forgetVectors } from './vectors.ts';
import { openCorpusFile } from './corpus-file.ts';

/**
 * Removes pages from a corpus, and returns it as bytes. All versions of these pages are removed, for every reader, with
 * their passages, their words in the index, and vectors that no other passage has. Null if the corpus has none of the
 * pages.
 *
 * @param isErased decides by the URL, and by the key of the envelope from which a version was made.
 */
export const eraseCorpusPages = (
  content: Uint8Array,
  isErased: (url: string, envelopeKey: string) => boolean,
): { readonly bytes: Uint8Array; readonly versions: number } | null => {
  const file = openCorpusFile(content);
  try {
    const { db } = file;
    const versions = db.prepare('SELECT url, since, envelope_key AS key FROM versions').all() as {
      url: string;
      since: number;
      key: string;
    }[];
    // Versions of a page share passages: if one is removed, all are.
    const urls = new Set(versions.filter(({ url, key }) => isErased(url, key)).map(({ url }) => url));
    if (urls.size === 0) return null;
    db.exec('PRAGMA secure_delete = ON');
    for (const url of urls) {
      db.prepare('DELETE FROM words WHERE rowid IN (SELECT row FROM passages WHERE url = ?)').run(url);
      db.prepare('DELETE FROM passages WHERE url = ?').run(url);
      db.prepare('DELETE FROM versions WHERE url = ?').run(url);
    }
    forgetVectors(db);
    // Deleted words stay in segments of the index, and deleted rows in free pages, until both are rewritten.
    db.exec("INSERT INTO words(words) VALUES('optimize')");
    db.exec('VACUUM');
    return { bytes: file.bytes(), versions: versions.filter(({ url }) => urls.has(url)).length };
  } finally {
    file.close();
  }
};
