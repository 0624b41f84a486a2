/** Where a value of an extraction was found. */
export interface FieldEvidence {
  readonly confidence: number | null;
  readonly grounded: string | boolean | null;
  readonly source: string;
  readonly where: string | null;
  readonly quote: string | null;
}

/** What a document says of its extraction, field by field; null where it says nothing. */
export const evidenceIn = (
  metadata: Readonly<Record<string, unknown>> | undefined,
): Readonly<Record<string, FieldEvidence>> | null => {
  const extraction = metadata?.['extraction'] as
    | { readonly sources?: Readonly<Record<string, FieldEvidence>> }
    | undefined;
  const { sources } = extraction ?? {};
  return sources === undefined || Object.keys(sources).length === 0 ? null : sources;
};
