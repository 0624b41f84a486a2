/** Script that leaves a trace from wherever it runs: a frame of another origin may reach the top by a message alone. */
const run = 'top.postMessage("ran","*")';

/**
 * What twenty hostile pages hold, to be put into the body of each: scripts in every place that runs them, and things
 * that are asked for from another address as soon as they are shown.
 *
 * @param beacon An address that counts who asks for it.
 */
export const makeHostilePages = (beacon: string): readonly string[] => [
  `<script>${run}</script>`,
  `<script src="${beacon}/script.js"></script>`,
  `<img src=x onerror='${run}'>`,
  `<img src="${beacon}/picture.png">`,
  `<svg onload='${run}'><script>${run}</script></svg>`,
  `<iframe src="${beacon}/frame"></iframe>`,
  `<iframe srcdoc="<script>${run.replaceAll('"', '&quot;')}</script>"></iframe>`,
  `<object data="${beacon}/object"></object><embed src="${beacon}/embed">`,
  `<link rel=stylesheet href="${beacon}/style.css">`,
  `<style>@import "${beacon}/imported.css"; body{background:url(${beacon}/background.png)}</style>`,
  `<p style="background:url(${beacon}/inline.png)">styled</p>`,
  `<meta http-equiv=refresh content="90;url=${beacon}/refreshed">`,
  `<base href="${beacon}/"><img src="relative.png">`,
  `<a href='javascript:${run}' ping="${beacon}/ping" autofocus onfocus='${run}'>a link</a>`,
  `<form action="${beacon}/form"><input autofocus onfocus='${run}'></form>`,
  `<video autoplay poster="${beacon}/poster.png"><source src="${beacon}/film.mp4" onerror='${run}'></video>`,
  `<details open ontoggle='${run}'>open</details><body onload='${run}'>`,
  `<noscript><p title="</noscript><img src=x onerror='${run}'>"></noscript>`,
  `<math><mtext><table><mglyph><style><img src=x onerror='${run}'></style></mglyph></table></mtext></math>`,
  `![picture](${beacon}/markdown.png) [link](javascript:${run}) &lt;img src=x onerror='${run}'&gt;`,
];

/** Script that has the top of a page keep, in `window.heard`, what reaches it from frames. */
export const listen = `
  if (window === top) {
    window.heard = [];
    addEventListener('message', ({ data }) => window.heard.push(data));
  }`;
