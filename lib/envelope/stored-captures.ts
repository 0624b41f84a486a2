import { createHash } from 'node:crypto';
import * as z from 'zod';

/**
 * What a browser captured of a page, as stored in the envelope bucket under `captures/`: pictures and PDFs are objects
 * of their own, named by their content, and listed here by their keys. URLs for them are made at each read, because
 * they expire.
 */
export const storedCapturesSchema = z.object({
  screenshot: z.string().optional(),
  actions: z
    .object({
      screenshots: z.array(z.string()),
      scrapes: z.array(z.object({ url: z.string(), html: z.string() })),
      javascriptReturns: z.array(z.object({ type: z.string(), value: z.unknown() })),
      pdfs: z.array(z.string()),
    })
    .optional(),
});
export type StoredCaptures = z.infer<typeof storedCapturesSchema>;

/** Returns the key of a capture: the same content always has the same key. */
export const captureKey = (content: string | Uint8Array, extension: 'png' | 'jpg' | 'pdf' | 'json'): string =>
  `captures/${createHash('sha256').update(content).digest('hex')}.${extension}`;
