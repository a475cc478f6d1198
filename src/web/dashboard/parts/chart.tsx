import { labelPlaces, scaleLines } from "./scale.ts";

/** A value of a chart. */
export interface ChartValue {
  /** Its height: 0 or more. Whole numbers, such as amounts in minor units. */
  readonly value: number;
  /** As people read it. */
  readonly text: string;
}

/** A place along a {@link BarChart}. */
export interface ChartBar {
  /** Below the bar, short: `21 Nov`. */
  readonly label: string;
  /** In full, for its figures (default: the label). */
  readonly name?: string;
  /** One value for each series. */
  readonly values: readonly ChartValue[];
}

/** Labels below the bars that fit beside each other on a phone, and in a wide window. */
const LABELS = { phone: 4, wide: 8 } as const;
/** A bar's share of its slot, and its largest width, in percent. */
const BAR_SHARE = 0.72;
const MAX_BAR_WIDTH = 7;
/** Smallest height of a value that is not 0, in percent. */
const MIN_BAR_HEIGHT = 1;

/**
 * Values over time as bars, with their figures as a table. A later series is drawn over an earlier
 * one, of which it is a part. Sizes are in percent and texts in pixels, so that labels keep their
 * size in every window.
 */
export function BarChart({ title, heading, series, bars, tick, empty }: {
  /** Name of the chart, read aloud. */
  readonly title: string;
  /** Heading of the table's first column. */
  readonly heading: string;
  /** Names of the series: one, or a whole and its part. */
  readonly series: readonly string[];
  readonly bars: readonly ChartBar[];
  /** A value of the scale as text. */
  readonly tick: (value: number) => string;
  /** Shown in place of a chart whose values are all 0. */
  readonly empty: string;
}) {
  const most = Math.max(0, ...bars.flatMap(({ values }) => values.map(({ value }) => value)));
  const lines = scaleLines(most);
  const top = lines.at(-1) ?? 1;
  return (
    <figure class={series.length > 1 ? "chart paired" : "chart"}>
      {series.length > 1 ? <Legend series={series} /> : ""}
      {most === 0 ? <p class="empty">{empty}</p> : (
        <div class="plot">
          <svg class="scale" aria-hidden="true">
            {[0, ...lines].map((line) => (
              <text x="100%" y={percent(100 - line / top * 100)} text-anchor="end" dy="0.35em">
                {tick(line)}
              </text>
            ))}
          </svg>
          <svg class="bars" role="img" aria-label={title}>
            {[0, ...lines].map((line) => (
              <line
                x2="100%"
                y1={percent(100 - line / top * 100)}
                y2={percent(100 - line / top * 100)}
              />
            ))}
            {bars.map((bar, i) => <Bar bar={bar} place={i} count={bars.length} top={top} />)}
          </svg>
          <Labels bars={bars} />
        </div>
      )}
      <FigureTable title={title} heading={heading} series={series} bars={bars} />
    </figure>
  );
}

function Bar({ bar: { label, name = label, values }, place, count, top }: {
  readonly bar: ChartBar;
  readonly place: number;
  readonly count: number;
  readonly top: number;
}) {
  const slot = 100 / count;
  const width = Math.min(slot * BAR_SHARE, MAX_BAR_WIDTH);
  const height = (value: number) => value === 0 ? 0 : Math.max(MIN_BAR_HEIGHT, value / top * 100);
  return (
    <g>
      <title>{`${name}: ${values.map(({ text }) => text).join(", ")}`}</title>
      <rect class="slot" x={percent(slot * place)} width={percent(slot)} height="100%" />
      {values.map(({ value }, i) =>
        value === 0 ? "" : (
          <rect
            class={`series-${i + 1}`}
            x={percent(slot * (place + 0.5) - width / 2)}
            y={percent(100 - height(value))}
            width={percent(width)}
            height={percent(height(value))}
            rx="2"
          />
        )
      )}
    </g>
  );
}

function Labels({ bars }: { readonly bars: readonly ChartBar[] }) {
  const onPhone = labelPlaces(bars.length, LABELS.phone);
  const inWide = labelPlaces(bars.length, LABELS.wide);
  return (
    <svg class="labels" aria-hidden="true">
      {bars.map(({ label }, i) =>
        onPhone.has(i) || inWide.has(i)
          ? (
            <text
              class={onPhone.has(i) ? inWide.has(i) ? undefined : "phone" : "wide"}
              x={percent(100 / bars.length * (i + 0.5))}
              y="1em"
              text-anchor="middle"
            >
              {label}
            </text>
          )
          : ""
      )}
    </svg>
  );
}

function Legend({ series }: { readonly series: readonly string[] }) {
  return (
    <ul class="legend" aria-hidden="true">
      {series.map((name, i) => (
        <li>
          <svg>
            <rect class={`series-${i + 1}`} width="100%" height="100%" rx="2" />
          </svg>
          {name}
        </li>
      ))}
    </ul>
  );
}

function FigureTable({ title, heading, series, bars }: {
  readonly title: string;
  readonly heading: string;
  readonly series: readonly string[];
  readonly bars: readonly ChartBar[];
}) {
  return (
    <details class="fold">
      <summary>Show figures</summary>
      <table class="figures" aria-label={title}>
        <thead>
          <tr>
            <th scope="col">{heading}</th>
            {series.map((name) => <th scope="col" class="number">{name}</th>)}
          </tr>
        </thead>
        <tbody>
          {bars.map(({ label, name = label, values }) => (
            <tr>
              <th scope="row">{name}</th>
              {values.map(({ text }) => <td class="number">{text}</td>)}
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}

/** A step of a {@link FunnelChart}. */
export interface FunnelStep {
  readonly label: string;
  readonly count: number;
  /** The count as people read it. */
  readonly text: string;
  /** Its share of the first step, as people read it. */
  readonly share: string;
}

/** Funnel: a table with a bar for each step. */
export function FunnelChart({ title, heading, steps }: {
  readonly title: string;
  /** Headings of the columns: the step, the count, and the share. */
  readonly heading: readonly [step: string, count: string, share: string];
  readonly steps: readonly FunnelStep[];
}) {
  const most = Math.max(1, ...steps.map(({ count }) => count));
  return (
    <table class="funnel" aria-label={title}>
      <thead class="hidden">
        <tr>{heading.map((text) => <th scope="col">{text}</th>)}</tr>
      </thead>
      <tbody>
        {steps.map(({ label, count, text, share }) => (
          <tr>
            <th scope="row">
              {label}
              <svg aria-hidden="true">
                <rect class="track" width="100%" height="100%" rx="4" />
                <rect
                  class="series-2"
                  width={percent(count === 0 ? 0 : Math.max(1, count / most * 100))}
                  height="100%"
                  rx="4"
                />
              </svg>
            </th>
            <td class="number">{text}</td>
            <td class="number soft">{share}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** A length in percent, with as many digits as can be seen. */
function percent(value: number): string {
  return `${Math.round(value * 100) / 100}%`;
}
