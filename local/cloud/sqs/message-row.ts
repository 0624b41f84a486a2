/** A message as the emulator keeps it. */
export interface MessageRow {
  id: number;
  message_id: string;
  body: string;
  attributes: string | null;
  trace_header: string | null;
  group_id: string | null;
  source_arn: string | null;
  sent_ms: number;
  receives: number;
  first_received_ms: number | null;
  /** Grows with every receive and every change of queue, and never decreases, so that all earlier handles are stale. */
  receipt: number;
}
