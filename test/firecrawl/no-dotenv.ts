/** Stands in for the package `dotenv`, which the suite calls: its settings come from the environment. */
export const config = (): { parsed: Record<string, string> } => ({ parsed: {} });
