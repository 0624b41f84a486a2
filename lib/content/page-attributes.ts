import * as z from 'zod';

/** The values of one attribute on the elements that a selector selects, in page order. */
export const pageAttributesSchema = z.object({
  selector: z.string(),
  attribute: z.string(),
  values: z.array(z.string()),
  /** Set if there are more values, or may be: the page has more than is kept, or the selector took too long. */
  cut: z.literal(true).optional(),
});
export type PageAttributes = z.infer<typeof pageAttributesSchema>;
