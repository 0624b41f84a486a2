import type TurndownService from 'turndown';
import { codeSpan, fenced, languageOf, preformattedText } from './code-block.ts';
import { ancestorOf, attribute, collapsed, isElement, type DomElement } from './dom.ts';
import { cellsOf, isLayout, markdownTable, rowsOf } from './markdown-table.ts';

/** A rule on our own view of the tree; turndown's types describe a browser's. */
interface Rule {
  readonly filter: readonly string[];
  readonly replacement: (content: string, element: DomElement) => string;
}

const block = (content: string): string => `\n\n${content.trim()}\n\n`;
const onOneLine = (content: string): string => content.trim().replace(/\s*\n\s*/g, ' ');
const indented = (content: string, width: number): string =>
  content.replace(/\n(?=[^\n])/g, `\n${' '.repeat(width)}`);

const isCell = ({ localName }: DomElement): boolean => localName === 'td' || localName === 'th';
const isTable = ({ localName }: DomElement): boolean => localName === 'table';

/** Children are converted before their parents: a table finds its cells' markdown here. */
const cellContents = new WeakMap<DomElement, string>();
const contentOfCell = (cell: DomElement): string => cellContents.get(cell) ?? '';

const cell: Rule = {
  filter: ['td', 'th'],
  replacement: (content, element) => {
    const row = element.parentNode;
    if (row === null || row.localName !== 'tr' || ancestorOf(element, isTable) === null)
      return block(content);
    cellContents.set(element, content.trim());
    return '';
  },
};

const table: Rule = {
  filter: ['table'],
  replacement: (content, element) => {
    const rows = rowsOf(element);
    // Cells gave their content away, so what is left is the caption, and what stands where only rows should.
    const around = content.trim();
    const inside = isLayout(element, rows)
      ? rows
          .flatMap((row) => cellsOf(row.element).map(contentOfCell))
          .filter((text) => text !== '')
          .join('\n\n')
      : markdownTable(rows, contentOfCell);
    return block(`${around}\n\n${inside}`);
  },
};

const preformatted: Rule = {
  filter: ['pre'],
  replacement: (_content, element) => {
    const text = preformattedText(element);
    if (text.trim() === '') return '';
    const inTable = ancestorOf(element, isCell);
    if (inTable === null) return block(fenced(text, languageOf(element)));
    // A table cell is one line.
    const lines = text.split('\n').filter((line) => line.trim() !== '');
    return block(lines.map(codeSpan).join('\n'));
  },
};

const code: Rule = {
  filter: ['code', 'kbd', 'samp', 'tt'],
  replacement: (content, element) => {
    if (
      ancestorOf(element, ({ localName }) => ['pre', 'code', 'kbd', 'samp', 'tt'].includes(localName)) !==
      null
    )
      return content;
    const text = collapsed(element.textContent);
    // Code around a picture or a link is not code.
    if (element.querySelectorAll('a,img').length > 0 || text === '') return content;
    return codeSpan(text);
  },
};

/** Numbers of the items seen so far: items of one list come in order. */
const itemNumbers = new WeakMap<DomElement, number>();

const markerOf = (element: DomElement): string => {
  const list = element.parentNode;
  if (list?.localName !== 'ol') return '- ';
  const start = Number.parseInt(attribute(list, 'start') ?? '1', 10);
  const number = itemNumbers.get(list) ?? (Number.isNaN(start) ? 1 : start);
  itemNumbers.set(list, number + 1);
  return `${number}. `;
};

const item: Rule = {
  filter: ['li'],
  replacement: (content, element) => {
    const marker = markerOf(element);
    return `\n${marker}${indented(content.trim(), marker.length)}\n`;
  },
};

/** A definition list as a list of terms: the only form that nests and that every reader of Markdown shows. */
const term: Rule = {
  filter: ['dt'],
  replacement: (content) => {
    const text = onOneLine(content);
    return text === '' ? '' : `\n- ${/^\[|\*\*|^#/.test(text) ? text : `**${text}**`}\n`;
  },
};

const definition: Rule = {
  filter: ['dd'],
  replacement: (content, element) => {
    const list = element.parentNode;
    const isFirst = list === null || !list.children.some(({ localName }) => localName === 'dt');
    const text = indented(content.trim(), 2);
    if (text === '') return '';
    return isFirst ? `\n- ${text}\n` : `\n\n  ${text}\n`;
  },
};

const list: Rule = {
  filter: ['ul', 'ol', 'menu', 'dl'],
  replacement: (content, element) => {
    const inItem = element.parentNode?.localName === 'li';
    return inItem ? `\n${content.replace(/^\n+|\n+$/g, '')}\n` : block(content);
  },
};

const heading: Rule = {
  filter: ['h1', 'h2', 'h3', 'h4', 'h5', 'h6'],
  replacement: (content, element) => {
    const text = onOneLine(content);
    return text === '' ? '' : `\n\n${'#'.repeat(Number(element.localName[1]))} ${text}\n\n`;
  },
};

const link: Rule = {
  filter: ['a'],
  replacement: (content, element) => {
    const href = element.getAttribute('href');
    if (href === null || href === '') return content;
    const text =
      onOneLine(content) || collapsed(attribute(element, 'aria-label') ?? attribute(element, 'title') ?? '');
    if (text === '') return '';
    return `[${text}](${href.replace(/[()<>\s]/g, (character) => encodeURIComponent(character).replace('(', '%28').replace(')', '%29'))})`;
  },
};

const image: Rule = {
  filter: ['img'],
  replacement: (_content, element) => {
    const source = element.getAttribute('src') ?? '';
    if (source === '') return '';
    const alt = (attribute(element, 'alt') ?? '').replace(/[[\]]/g, '\\$&');
    return `![${alt}](${source.replace(/[()\s]/g, (character) => (character === '(' ? '%28' : character === ')' ? '%29' : '%20'))})`;
  },
};

const struck: Rule = {
  filter: ['del', 's', 'strike'],
  replacement: (content) => (content.trim() === '' ? '' : `~~${content}~~`),
};

const raised: Rule = {
  filter: ['sub', 'sup'],
  replacement: (content, { localName }) =>
    // A reference mark is a link already.
    content.trim() === '' || content.includes('](') ? content : `<${localName}>${content}</${localName}>`,
};

/** Formulas carry their source beside the markup that draws them; both would say everything twice. */
const formula: Rule = {
  filter: ['math'],
  replacement: (content, element) => {
    const source = element
      .getElementsByTagName('annotation')
      .find((note) => /tex/i.test(note.getAttribute('encoding') ?? ''));
    const tex = source === undefined ? attribute(element, 'alttext') : collapsed(source.textContent);
    return tex === null || tex === '' ? content : `$${tex}$`;
  },
};

const blocks: Rule = {
  filter: ['details', 'summary', 'caption', 'legend', 'hgroup', 'search', 'picture'],
  replacement: (content, { localName }) => (localName === 'picture' ? content : block(content)),
};

const checkbox: Rule = {
  filter: ['input'],
  replacement: (_content, element) =>
    attribute(element, 'type') === 'checkbox' ? (element.hasAttribute('checked') ? '[x] ' : '[ ] ') : '',
};

/** Rules for what turndown converts wrongly or not at all. Turndown tries the last one added first. */
export const addRules = (service: TurndownService): void => {
  const rules = {
    cell,
    table,
    preformatted,
    code,
    item,
    term,
    definition,
    list,
    heading,
    link,
    image,
    struck,
    raised,
  };
  for (const [name, rule] of Object.entries({ ...rules, formula, blocks, checkbox })) {
    const names = new Set(rule.filter);
    service.addRule(name, {
      filter: (node) => names.has((node as unknown as DomElement).localName),
      replacement: (content, node) => {
        const element = node as unknown as DomElement;
        return isElement(element) ? rule.replacement(content, element) : content;
      },
    });
  }
};
