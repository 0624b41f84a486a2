/** Selectors of a few characters that a matcher without a bound takes hours for on a page of some hundred elements. */
export const pathologicalSelectors = [
  'x ~ * ~ * ~ *',
  'x ~ * ~ * ~ * ~ * ~ *',
  ':not(x ~ * ~ * ~ *)',
  'x ~ p ~ p ~ p ~ p',
  ':is(x ~ * ~ *) ~ * ~ *',
  'body > x ~ * ~ * ~ *',
];
