import * as z from 'zod';

/** The values that an attribute has on the elements of a page that a selector selects, in page order. */
export const pageAttributesSchema = z.object({
  selector: z.string(),
  attribute: z.string(),
  values: z.array(z.string()),
  /** There are more, or may be: the page has more than is kept, or the selector took too long. */
  cut: z.literal(true).optional(),
});
export type PageAttributes = z.infer<typeof pageAttributesSchema>;
