/**
 * turndown's build for browsers: the same code without domino, the HTML parser (230 KB) that it needs only when it is
 * given a string. We give it nodes.
 */
declare module 'turndown/lib/turndown.browser.cjs.js' {
  import TurndownService from 'turndown';
  export = TurndownService;
}
