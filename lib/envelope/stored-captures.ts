import { createHash } from 'node:crypto';
import * as z from 'zod';

/**
 * What a browser took of a page, as it lies in the envelope bucket under `captures/`: pictures and PDFs are objects
 * of their own, named by their content, and here by their keys. URLs of them are made whenever somebody reads,
 * because they end.
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

/** The same content has the same key, whoever takes it and how often. */
export const captureKey = (content: string | Uint8Array, extension: 'png' | 'jpg' | 'pdf' | 'json'): string =>
  `captures/${createHash('sha256').update(content).digest('hex')}.${extension}`;
