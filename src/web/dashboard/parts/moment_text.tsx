import type { DashboardFormats } from "./format.ts";

/** A moment in the shop's time zone; a line may break between its day and its time. */
export function MomentText({ at, formats }: {
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly formats: Pick<DashboardFormats, "moment">;
}) {
  const text = formats.moment(at);
  const end = text.lastIndexOf(" ", text.lastIndexOf(":"));
  return (
    <time datetime={new Date(at).toISOString()}>
      <span>{text.slice(0, end)}</span> <span>{text.slice(end + 1)}</span>
    </time>
  );
}
