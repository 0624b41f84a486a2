/** The place where a value of an extraction was found. */
export interface FieldEvidence {
  readonly confidence: number | null;
  readonly grounded: string | boolean | null;
  readonly source: string;
  readonly where: string | null;
  readonly quote: string | null;
}

/** Returns the evidence in a document's metadata, field by field; null if there is none. */
export const evidenceIn = (
  metadata: Readonly<Record<string, unknown>> | undefined,
): Readonly<Record<string, FieldEvidence>> | null => {
  const extraction = metadata?.['extraction'] as
    | { readonly sources?: Readonly<Record<string, FieldEvidence>> }
    | undefined;
  const { sources } = extraction ?? {};
  return sources === undefined || Object.keys(sources).length === 0 ? null : sources;
};
