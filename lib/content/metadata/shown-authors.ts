import { findAncestor, attribute } from '../dom/dom-walk.ts';
import { bylineStart, onlyLabel } from './byline-labels.ts';
import { isPost } from './discussion-post.ts';
import type { PageScan, Spot } from './page-scan.ts';
import { isName, looksLikeName, personNamesIn } from './person-names.ts';
import { readShortText } from './short-text.ts';

const bylineCharactersMax = 240;

/** Most elements between a headline and its byline, before and behind it. */
const [before, behind] = [40, 160] as const;

const isNear = ({ at }: Spot, headline: Spot | null): boolean =>
  headline === null ? at < behind : at > headline.at - before && at < headline.at + behind;

interface Byline {
  readonly spot: Spot;
  readonly names: string[];
  readonly score: number;
}

/** Returns the names in an element that is marked as an author's: those in its first line with names. */
const namesInByline = (text: string, isSure: boolean): string[] => {
  const lines = text.split('\n');
  const names: string[] = [];
  let isLabelled = false;
  for (const line of lines) {
    if (onlyLabel.test(line)) {
      isLabelled = true;
      continue;
    }
    const found = personNamesIn(line, isSure ? isUserNameOrName : looksLikeName);
    // Behind a label that stands alone, each line names one.
    if (names.length > 0 && (!isLabelled || found.length === 0)) break;
    names.push(...found);
  }
  return names;
};

/** Says whether a text can be a user's name on a forum. */
const isUserName = (name: string): boolean => /^[\p{L}\p{N}_.-]{2,30}$/u.test(name) && /\p{L}/u.test(name);

const isUserNameOrName = (name: string): boolean => isName(name) && (looksLikeName(name) || isUserName(name));

/** Classes of elements that tell other things about an author. */
const notNames =
  /(?:author|writer|creator|poster|user|byline)s?[\w-]{0,12}[_-]{1,2}(?:bio|desc\w*|about|avatar|image|img|photo|picture|social|role|title|job|position|date|box|link-?list|follow|count|excerpt|stats|section)/i;
const nameClass = /name(?:$|[\s_-])/i;

const bylineOf = (spot: Spot, headline: Spot | null): Byline | null => {
  const { element } = spot;
  const rel = attribute(element, 'rel') ?? '';
  const property = `${attribute(element, 'itemprop') ?? ''} ${attribute(element, 'property') ?? ''}`;
  const isRel = /(?:^|\s)author(?:\s|$)/i.test(rel);
  const isProperty = /author|creator/i.test(property);
  const names = `${element.className} ${element.id}`;
  const isByline = /by-?line/i.test(names);
  const isUser = /user-?name|poster|started|starter/i.test(names);
  if (!isRel && !isProperty && !nameClass.test(names) && notNames.test(names)) return null;
  const text = readShortText(element, bylineCharactersMax) ?? attribute(element, 'content');
  if (text === null || text === '') return null;
  const found = namesInByline(text, isRel || isProperty || isUser);
  if (found.length === 0) return null;
  const kind = isProperty || isRel ? 5 : isByline ? 4 : isUser ? 2.5 : nameClass.test(names) ? 3.5 : 3;
  const near = isNear(spot, headline) ? 3 : 0;
  const labelled = bylineStart.test(text) ? 1 : 0;
  return { spot, names: found, score: kind + near + labelled - (spot.isAside ? 1 : 0) };
};

const bylineText = (spot: Spot, headline: Spot | null): Byline | null => {
  const own = readShortText(spot.element, bylineCharactersMax);
  const parent = spot.element.parentNode;
  const text =
    own !== null && onlyLabel.test(own) && parent !== null ? readShortText(parent, bylineCharactersMax) : own;
  if (text === null) return null;
  const lines = text.split('\n');
  const at = lines.findIndex((line) => bylineStart.test(line) || onlyLabel.test(line));
  const names = at === -1 ? [] : namesInByline(lines.slice(at).join('\n'), false);
  return names.length === 0 ? null : { spot, names, score: isNear(spot, headline) ? 7 : 5 };
};

const sameNames = (a: Byline, b: Byline): boolean => a.names.join() === b.names.join();

/** The score that a marked byline has by itself, and that a weaker byline reaches beside the headline. */
const bylineScoreMin = 5;

/** Bylines of one kind within this many elements belong together. */
const clusterElements = 30;

const holds = (outer: Spot, inner: Spot): boolean =>
  outer.at < inner.at && findAncestor(inner.element, (element) => element === outer.element) !== null;

/** Says whether bylines of one kind stand all over the page with other names: those of a listing's entries. */
const isListed = (best: Byline, all: readonly Byline[]): boolean => {
  const others = all.filter(
    (other) =>
      other.spot.element.className === best.spot.element.className &&
      other.spot.element.localName === best.spot.element.localName &&
      Math.abs(other.spot.at - best.spot.at) >= clusterElements / 3 &&
      other.score === best.score &&
      !sameNames(other, best),
  );
  return others.length >= 2 && !isPost(best.spot.element);
};

/** Who wrote the page according to its byline, and the byline's place. */
export interface ShownAuthors {
  readonly names: readonly string[];
  readonly spot: Spot | null;
}

const nobody: ShownAuthors = { names: [], spot: null };

/**
 * Finds the authors that a page names beside its headline: the best byline and those of its kind that follow it. A
 * byline far from the headline counts if all bylines of its kind agree.
 */
export const findShownAuthors = (scan: PageScan, headline: Spot | null): ShownAuthors => {
  const all = [
    ...scan.bylines.map((spot) => bylineOf(spot, headline)),
    ...scan.texts.map((spot) => bylineText(spot, headline)),
  ].filter((byline) => byline !== null);
  const from = headline?.at ?? 0;
  const distance = ({ spot }: Byline): number => (spot.at >= from ? spot.at - from : 3 * (from - spot.at));
  const inner = all.filter(
    ({ spot, score }) => !all.some((other) => other.score >= score && holds(spot, other.spot)),
  );
  const [best] = inner.toSorted((a, b) => b.score - a.score || distance(a) - distance(b));
  if (best === undefined || best.score < bylineScoreMin || isListed(best, all)) return nobody;
  const isFar = !isNear(best.spot, headline);
  if (isFar && all.some((other) => other.score >= bylineScoreMin && !sameNames(other, best))) return nobody;
  if (isPost(best.spot.element)) return { names: best.names, spot: best.spot };
  const together = inner
    .filter(
      ({ spot, score }) =>
        score === best.score &&
        spot.element.className === best.spot.element.className &&
        spot.element.localName === best.spot.element.localName &&
        Math.abs(spot.at - best.spot.at) < clusterElements,
    )
    .sort((a, b) => a.spot.at - b.spot.at);
  return { names: [...new Set(together.flatMap(({ names }) => names))], spot: best.spot };
};
