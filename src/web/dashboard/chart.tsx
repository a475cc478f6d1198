import type { Child } from "hono/jsx";

/** A bar of a {@link BarChart}. */
export interface ChartBar {
  /** Below the bar, and in the table. */
  readonly label: string;
  /** Its height; a number of any unit, 0 or more. */
  readonly value: number;
  /** The value as people read it. */
  readonly text: string;
}

/** Values over time as bars, with their figures as a table. */
export function BarChart({ title, bars, heading, note }: {
  /** Name of the chart, read aloud. */
  readonly title: string;
  readonly bars: readonly ChartBar[];
  /** Headings of the table's columns. */
  readonly heading: readonly [label: string, value: string];
  readonly note?: Child;
}) {
  return (
    <figure class="chart">
      {note === undefined ? "" : <figcaption>{note}</figcaption>}
      <FigureTable title={title} heading={heading} rows={bars} />
    </figure>
  );
}

/** A step of a {@link FunnelChart}. */
export interface FunnelStep {
  readonly label: string;
  readonly count: number;
  /** The count as people read it. */
  readonly text: string;
  /** Share of the first step. */
  readonly share: string;
}

/** How many get how far: one bar a step. */
export function FunnelChart({ steps }: { readonly steps: readonly FunnelStep[] }) {
  return (
    <ol class="funnel">
      {steps.map(({ label, text, share }) => (
        <li>
          <span>{label}</span> <strong>{text}</strong> <span class="soft">{share}</span>
        </li>
      ))}
    </ol>
  );
}

/** The figures of a chart. */
function FigureTable({ title, heading: [label, value], rows }: {
  readonly title: string;
  readonly heading: readonly [label: string, value: string];
  readonly rows: readonly ChartBar[];
}) {
  return (
    <details class="figures-table">
      <summary>Show the figures</summary>
      <table aria-label={title}>
        <thead>
          <tr>
            <th scope="col">{label}</th>
            <th scope="col" class="number">{value}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr>
              <th scope="row">{row.label}</th>
              <td class="number">{row.text}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}
