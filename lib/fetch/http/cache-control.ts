/**
 * Returns for how many milliseconds an answer says that it may be used again (`Cache-Control`, RFC 9111 section 5.2.2):
 * 0 if it may not without revalidation, undefined if it says nothing that we understand. Of several `max-age`, the
 * first counts (section 4.2.1).
 */
export const maxAgeMs = (cacheControl: string | undefined): number | undefined => {
  const directives = (cacheControl ?? '')
    .toLowerCase()
    .split(',')
    .map((directive) => directive.trim());
  if (directives.includes('no-store') || directives.includes('no-cache')) return 0;
  for (const directive of directives) {
    const seconds = /^max-age\s*=\s*"?(\d{1,10})"?$/.exec(directive)?.[1];
    if (seconds !== undefined) return Number(seconds) * 1_000;
  }
  return undefined;
};
