/** Selectors of a few characters that a matcher without a bound takes hours for on a page of some hundred elements. */
export const pathologicalSelectors = [
  'x ~ * ~ * ~ *',
  'x ~ * ~ * ~ * ~ * ~ *',
  ':not(x ~ * ~ * ~ *)',
  'p ~ p ~ p ~ p ~ x',
  ':is(x ~ * ~ *) ~ * ~ *',
  'body > x ~ * ~ * ~ *',
];
