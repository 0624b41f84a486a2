/** The URLs that a page's own frame has asked for, without their fragments. */
export interface PageTrail {
  readonly add: (url: string) => void;
  /** Takes back a request that led to no document: the page stays, so it is no step on its way. */
  readonly forget: (url: string) => void;
  readonly last: () => string | undefined;
  readonly count: () => number;
  /** The URLs before this one, first to last. */
  readonly before: (url: string) => readonly string[];
}

/** Returns a URL without its fragment. */
export const withoutHash = (url: string): string => url.split('#', 1)[0] ?? url;

export const openPageTrail = (): PageTrail => {
  const urls: string[] = [];
  return {
    add: (url) => void urls.push(url),
    forget: (url) => {
      const at = urls.lastIndexOf(url);
      if (at !== -1) urls.splice(at, 1);
    },
    last: () => urls.at(-1),
    count: () => urls.length,
    before: (url) => {
      const at = urls.lastIndexOf(withoutHash(url));
      return urls.slice(0, at === -1 ? -1 : at);
    },
  };
};
