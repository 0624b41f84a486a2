import type { AskedField } from './asked-field.ts';
import { escapeHtml } from './render.ts';

/** A page as a site of its language writes it, with what a person reads on it. */
export interface WrittenPage {
  readonly name: string;
  readonly language: string;
  readonly heading: string;
  readonly head: string;
  readonly body: string;
  readonly asked: readonly AskedField[];
}

export type LabelRow = readonly [label: string, value: string];

/** Ways in which sites set labels and values. */
export const forms = ['rows', 'definitions', 'lines', 'columns', 'blocks'] as const;
export type Form = (typeof forms)[number];

const cells = (row: readonly string[], name: 'td' | 'th'): string =>
  `<tr>${row.map((text) => `<${name}>${escapeHtml(text)}</${name}>`).join('')}</tr>`;

/** Labels with their values in one of the ways. */
export const setRows = (rows: readonly LabelRow[], form: Form): string => {
  switch (form) {
    case 'rows':
      return `<table>${rows.map(([label, value]) => `<tr><th>${escapeHtml(label)}</th><td>${escapeHtml(value)}</td></tr>`).join('')}</table>`;
    case 'definitions':
      return `<dl>${rows.map(([label, value]) => `<dt>${escapeHtml(label)}</dt><dd>${escapeHtml(value)}</dd>`).join('')}</dl>`;
    case 'lines':
      return `<ul>${rows.map(([label, value]) => `<li><strong>${escapeHtml(label)}:</strong> ${escapeHtml(value)}</li>`).join('')}</ul>`;
    case 'columns': {
      const labels = rows.map(([label]) => label);
      const values = rows.map(([, value]) => value);
      return `<table><thead>${cells(labels, 'th')}</thead><tbody>${cells(values, 'td')}</tbody></table>`;
    }
    case 'blocks':
      return (
        `<div ` +
        `class="facts">${rows
          .map(
            ([label, value]) =>
              `<div class="fact"><span class="label">${escapeHtml(label)}</span>` +
              `<span class="value">${escapeHtml(value)}</span></div>`,
          )
          .join('')}</div>`
      );
  }
};
