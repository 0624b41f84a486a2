/** Gives the reader a text as a file. */
export const download = (name: string, type: string, text: string): void => {
  const url = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The browser has taken the text once the click is over; then its memory is freed.
  setTimeout(() => URL.revokeObjectURL(url), 0);
};
