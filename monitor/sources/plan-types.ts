/** A manifest as it is sent and answered: its sources, and its other settings. */
export type ManifestBody = Readonly<Record<string, unknown>>;

/** POST /v2/sources/plan. */
export interface Plan {
  readonly name: string;
  readonly version: string;
  readonly base: string;
  readonly counts: Readonly<Record<string, number>>;
  readonly entries: readonly {
    readonly id: string;
    readonly action: string;
    readonly fields: readonly {
      readonly field: string;
      readonly before: unknown;
      readonly after: unknown;
    }[];
    readonly effects: {
      readonly due: readonly string[];
      readonly asks: string | null;
      readonly pages: number | null;
      readonly requestsPerMonth: number | null;
      readonly hoursPerRun: number | null;
      readonly dollarsPerMonth: number | null;
    } | null;
  }[];
  readonly findings: readonly {
    readonly level: 'error' | 'warning' | 'info';
    readonly source?: string;
    readonly code: string;
    readonly message: string;
  }[];
}
