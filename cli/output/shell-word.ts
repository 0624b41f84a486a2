/** Writes a text as one word of a command for the user's shell: quoted, where the shell would read it otherwise. */
export const shellWord = (text: string): string =>
  /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
