import * as z from 'zod';
import { linkStyles } from '../../lib/request/link-style.ts';

/** `--link-style`, declared for the parser of arguments. */
export const linkStyleFlag = {
  type: 'string',
  value: 'STYLE',
  help: 'links of the Markdown: absolute, relative to the page, or by reference (default absolute)',
} as const;

export const linkStyleOption = z.enum(linkStyles, { error: `expected one of ${linkStyles.join(', ')}` });
