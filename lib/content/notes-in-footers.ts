import { askClasses } from './dom/class-names.ts';
import { collapsed, elementsWithin, findAncestor } from './dom/dom-walk.ts';
import type { DomElement } from './dom/dom.ts';
import { holdsAny, summarizeText } from './dom/text-summary.ts';
import { headingNames } from './markdown/element-names.ts';

/** Most footers that are looked at on a page. */
const footersMax = 200;
/** A longer heading is none over notes. */
const headingCharactersMax = 80;
const headings = [...headingNames, 'strong', 'b', 'summary'];

const notesName =
  /^(?:[a-z]+[-_]{1,2})*(?:(?:foot|end)?notes?|references|sources|citations|bibliography)(?:[-_](?:list|section))?$/i;
const isNamedNotes = askClasses(({ toldList }) => toldList.some((name) => notesName.test(name)));

/** Headings over notes and sources, in the languages of most pages. */
const notes = new RegExp(
  `^(?:${[
    '(?:foot|end)?notes?(?: (?:and|&) (?:sources|references))?',
    '(?:article )?sources?(?: (?:and|&) (?:notes|references))?',
    'references?|bibliography|works cited|citations?|literature',
    'quellen(?:angaben|verzeichnis)?|fu(?:ß|ss)noten|anmerkungen|einzelnachweise|literatur(?:verzeichnis)?',
    'références|bibliographie|notes et références|fuentes|notas|referencias|bibliografía|fontes|referências',
    'fonti|bibliografia|bronnen|voetnoten|źródła|przypisy|источники|примечания|литература|сноски',
    '参考文献|脚注|出典|注释|参考资料|각주|참고 ?문헌',
  ].join('|')})\\s*:?$`,
  'iu',
);

const notesRole = /^doc-(?:endnotes|bibliography|footnote)$/;

const holdsNotes = (footer: DomElement): boolean => {
  if (summarizeText(footer).length === 0 || holdsAny(footer, ['nav', 'form'])) return false;
  if (isNamedNotes(footer) || notesRole.test(footer.getAttribute('role') ?? '')) return true;
  const [heading] = elementsWithin(footer, headings, 1);
  return (
    heading !== undefined &&
    summarizeText(heading).length <= headingCharactersMax &&
    notes.test(collapsed(heading.textContent))
  );
};

/**
 * Makes footers of articles that hold their notes or sources sections: every reader takes a footer for frame, with its
 * copyright and its links, readability among them.
 */
export const keepNotesInFooters = (body: DomElement): void => {
  const footers = elementsWithin(body, ['footer'], footersMax).filter(
    (footer) =>
      findAncestor(footer, ({ localName }) => localName === 'article' || localName === 'main') !== null &&
      holdsNotes(footer),
  );
  for (const footer of footers) footer.rename('section');
};
