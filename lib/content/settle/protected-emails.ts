import { findElements, type ParsedPage } from '../dom/document.ts';
import { elementsWithin } from '../dom/dom-walk.ts';
import type { DomElement } from '../dom/dom.ts';

/** Most hexadecimal digits: two for the key, and two for each byte of an address and of a subject behind it. */
const digitsMax = 2_000;
const digits = /^(?:[0-9a-f]{2}){6,}$/i;
/** One `@` between a name and a host; Cloudflare also takes `password@host` in a text of code for an address. */
const address = /^[^\s@<>"'()[\]\\]{1,64}@[\p{L}\p{N}](?:[\p{L}\p{N}.-]{0,250}[\p{L}\p{N}])?$/u;

/** An address that was hidden. */
interface ProtectedEmail {
  readonly address: string;
  /** What stands behind it in a link: `?subject=…`. */
  readonly fields: string;
}

/** Decodes what Cloudflare writes for an address: a key, then each byte XOR the key. Returns null if it is none. */
const decoded = (text: string | undefined): ProtectedEmail | null => {
  if (text === undefined || text.length > digitsMax || !digits.test(text)) return null;
  const [key = 0, ...bytes] = Buffer.from(text, 'hex');
  const whole = Buffer.from(bytes.map((byte) => byte ^ key)).toString('utf8');
  const end = whole.includes('?') ? whole.indexOf('?') : whole.length;
  const found = { address: whole.slice(0, end), fields: whole.slice(end) };
  return address.test(found.address) ? found : null;
};

const target = /\/cdn-cgi\/l\/email-protection(?:#([0-9a-f]+))?$/i;
const isPlaceholder = (element: DomElement): boolean => element.classes.list.includes('__cf_email__');

/**
 * Writes the addresses that Cloudflare hides from harvesters, and that its script shows to readers: in place of the
 * text `[email protected]`, and in links to `/cdn-cgi/l/email-protection`. What decodes to no address stays as it is.
 *
 * @param html the page's text, which shows quickly that most pages have none
 */
export const showProtectedEmails = (page: ParsedPage, html: string): void => {
  if (!html.includes('__cf_email__') && !html.includes('/email-protection#')) return;
  const write = (element: DomElement, around: ProtectedEmail | null): ProtectedEmail | null => {
    const own = decoded(element.getAttribute('data-cfemail') ?? undefined) ?? around;
    if (own !== null) element.textContent = own.address;
    return own;
  };
  for (const link of findElements(page, 'a')) {
    const leads = target.exec(link.getAttribute('href') ?? '');
    const led = decoded(leads?.[1]);
    const shown = isPlaceholder(link) ? write(link, led) : null;
    const email = led ?? shown;
    if (leads === null || email === null) continue;
    for (const span of elementsWithin(link, ['span'])) if (isPlaceholder(span)) write(span, email);
    link.setAttribute('href', `mailto:${email.address}${email.fields}`);
  }
  for (const span of elementsWithin(page.body, ['span'])) if (isPlaceholder(span)) write(span, null);
};
