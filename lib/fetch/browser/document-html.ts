import type { CDPSession, Page } from 'playwright-core';
import { setTimeout as sleep } from 'node:timers/promises';

/**
 * What is looked at for shadow roots: elements of all trees, roots, and roots within roots. Real pages stay far below;
 * these bound the time that a hostile page takes, and the stack of Chromium's own serialiser.
 */
const searched = { elements: 300_000, roots: 50_000, depth: 100 } as const;

/**
 * Runs in the page, in a world of its own, where the page's scripts have changed no prototype. The getters are taken
 * from there too, because a form or a document has properties named after its fields (`<input name="shadowRoot">`).
 */
const read = `((charactersMax, searched) => {
  const getter = (type, name) => Object.getOwnPropertyDescriptor(type.prototype, name).get;
  const markupOf = getter(Element, 'outerHTML');
  const rootOf = getter(Element, 'shadowRoot');
  const doctype = getter(Document, 'doctype').call(document);
  const start = doctype === null ? '' : new XMLSerializer().serializeToString(doctype);
  const top = getter(Document, 'documentElement').call(document);
  if (top === null) return start;
  const plain = markupOf.call(top);
  if (plain.length > charactersMax) return null;
  const shadowRoots = [];
  let elements = 0;
  let trees = [Document.prototype.querySelectorAll.call(document, '*')];
  for (let depth = 0; depth < searched.depth && trees.length > 0; depth += 1) {
    const within = [];
    for (const tree of trees)
      for (const element of tree) {
        elements += 1;
        if (elements > searched.elements || shadowRoots.length >= searched.roots) break;
        const root = rootOf.call(element);
        if (root === null) continue;
        shadowRoots.push(root);
        within.push(DocumentFragment.prototype.querySelectorAll.call(root, '*'));
      }
    trees = within;
  }
  if (shadowRoots.length === 0) return start + plain;
  const shell = markupOf.call(Node.prototype.cloneNode.call(top, false));
  const end = shell.lastIndexOf('</');
  const content = Element.prototype.getHTML.call(top, { shadowRoots });
  return content.length > charactersMax ? null : start + shell.slice(0, end) + content + shell.slice(end);
})`;

/** A document that its page leaves while it is read is read again, as the page to which it led. */
const triesMax = 5;
const againMs = 200;

const evaluate = async (session: CDPSession, charactersMax: number): Promise<string | null> => {
  const { frameTree } = await session.send('Page.getFrameTree');
  const { executionContextId } = await session.send('Page.createIsolatedWorld', {
    frameId: frameTree.frame.id,
    worldName: 'gleaner',
  });
  const { result, exceptionDetails } = await session.send('Runtime.evaluate', {
    expression: `${read}(${charactersMax}, ${JSON.stringify(searched)})`,
    contextId: executionContextId,
    returnByValue: true,
  });
  if (exceptionDetails !== undefined) throw new Error(exceptionDetails.text);
  return typeof result.value === 'string' ? result.value : null;
};

/**
 * Returns the document that a page shows as HTML. Open shadow roots stand in it as declarative ones
 * (`<template shadowrootmode="open">`, WHATWG HTML section 4.12.3); closed ones stay closed. Null if it has more than
 * `charactersMax` characters: a script may have grown it beyond the memory of this process, so it stays in the browser.
 *
 * @throws {Error} if the page goes on to other pages all the time, or its browser ends.
 */
export const documentHtml = async (page: Page, charactersMax: number): Promise<string | null> => {
  const session = await page.context().newCDPSession(page);
  try {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await evaluate(session, charactersMax);
      } catch (error) {
        if (attempt === triesMax || page.isClosed()) throw error;
        await sleep(againMs);
      }
    }
  } finally {
    await session.detach().catch(() => undefined);
  }
};
