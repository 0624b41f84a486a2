/** Hands a text to the reader as a file. */
export const download = (name: string, type: string, text: string): void => {
  const url = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The browser has taken it once the click is over; what it holds on to is freed.
  setTimeout(() => URL.revokeObjectURL(url), 0);
};
