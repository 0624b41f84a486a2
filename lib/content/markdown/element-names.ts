/** Elements that are written on lines of their own. */
export const blockNames = (
  'address article aside blockquote dd details dialog div dl dt fieldset figcaption figure footer form ' +
  'h1 h2 h3 h4 h5 h6 header hgroup hr li main nav ol p pre search section summary table ul'
).split(' ');

export const headingNames = ['h1', 'h2', 'h3', 'h4', 'h5', 'h6'];
