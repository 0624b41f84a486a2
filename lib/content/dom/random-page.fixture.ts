/** Makes a source of numbers below one, the same for the same seed (mulberry32). */
export const randomFrom = (seed: number): (() => number) => {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
};

/** Names of tags that the standard treats in their own way, and of one that it does not know. */
export const tagNames = (
  'a abbr applet article aside b base big blockquote body br button caption center code col colgroup dd ' +
  'details dialog div dl dt em embed fieldset figcaption figure font footer form frame frameset h1 h2 h6 ' +
  'head header hr html i iframe img input label legend li link main map marquee math mi mn mo ms mtext ' +
  'annotation-xml meta nav nobr noembed noframes noscript object ol optgroup option p param plaintext pre ' +
  'rb rp rt rtc ruby s script section select small source span strike strong style sub summary sup svg ' +
  'desc foreignObject title g path table tbody td template textarea tfoot th thead time title tr track tt ' +
  'u ul var video wbr x-tab'
).split(' ');
const texts = (
  'word|A sentence, with commas, that goes on for a while.| |\n|&amp;|&notit;|&#x41;|&lt|1 < 2|a & ' +
  'b|\0|é|]]>|--|<|</|"|\'|Ж|  two\nlines '
).split('|');
const attributes = (
  'class="post ' +
  'content"|class=sidebar|id=main|href="/a?b=1&copy=2"|href=#x|src=a.png|hidden|style="display: ' +
  'none"|type=hidden|role=main|itemprop=author|xlink:href=b|definitionurl=c|encoding="text/html"|' +
  'viewbox=0|colspan=2|a=1|A=2|b|=|"|open|selected|rel=author'
).split('|');
const odd = (
  '<!-- a -->|<!-- a --!>|<!-->|<!--->|<!--|<![CDATA[ x ]]>|<?php x ' +
  '?>|<!doctype html>|<!DOCTYPE html PUBLIC "-//W3C//DTD HTML 3.2//EN">|</>|</ x>|<!x>|<a/|<p class="|<b ' +
  'a=1 a=2>|<br/>|<svg/>|<title/>|<script><!-- <script> </script> --></script>|<style></styles>' +
  '</style>|<textarea>\n</textarea>|<pre>\n\nx'
).split('|');

const pick = <T>(random: () => number, all: readonly T[]): T => {
  const found = all[Math.floor(random() * all.length)];
  if (found === undefined) throw new Error('nothing to pick from');
  return found;
};

/** Makes HTML of random tags, texts and oddities, mostly malformed. */
export const randomHtml = (random: () => number, size: number): string => {
  const parts: string[] = [];
  for (let at = 0; at < size; at += 1) {
    const kind = random();
    if (kind < 0.4) {
      const given = random() < 0.3 ? ` ${pick(random, attributes)}` : '';
      parts.push(`<${pick(random, tagNames)}${given}${random() < 0.05 ? '/' : ''}>`);
    } else if (kind < 0.65) parts.push(`</${pick(random, tagNames)}>`);
    else if (kind < 0.93) parts.push(pick(random, texts));
    else parts.push(pick(random, odd));
  }
  return parts.join('');
};

/** Makes a page from another with parts cut out, doubled or moved, or with oddities added. */
export const mutateHtml = (random: () => number, html: string): string => {
  let page = html;
  const times = 1 + Math.floor(random() * 4);
  for (let time = 0; time < times; time += 1) {
    const from = Math.floor(random() * page.length);
    const to = Math.min(page.length, from + Math.floor(random() * 200));
    const part = page.slice(from, to);
    const at = Math.floor(random() * page.length);
    const kind = random();
    if (kind < 0.3) page = page.slice(0, from) + page.slice(to);
    else if (kind < 0.5) page = page.slice(0, at) + part + page.slice(at);
    else if (kind < 0.8) page = page.slice(0, at) + randomHtml(random, 3) + page.slice(at);
    else page = page.slice(0, from) + randomHtml(random, 3) + page.slice(to);
  }
  return page;
};
