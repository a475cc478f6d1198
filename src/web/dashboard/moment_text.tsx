import type { DashboardFormats } from "./format.ts";

/** A moment in the shop's time zone. */
export function MomentText({ at, formats }: {
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly formats: Pick<DashboardFormats, "moment">;
}) {
  return <time datetime={new Date(at).toISOString()}>{formats.moment(at)}</time>;
}
