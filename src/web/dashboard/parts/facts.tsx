import type { Child } from "hono/jsx";
import type { Tone } from "../../../things/list.ts";

/** A term with its value. */
export interface Fact {
  readonly term: string;
  /** Undefined leaves the fact out. */
  readonly value: Child | undefined;
}

/** Facts about one thing. */
export function Facts({ facts }: { readonly facts: readonly Fact[] }) {
  return (
    <dl class="facts">
      {facts.filter(({ value }) => value !== undefined).map(({ term, value }) => (
        <div>
          <dt>{term}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** A figure of a page's summary. */
export interface KeyFigure {
  readonly label: string;
  readonly value: string;
  readonly note?: Child;
  readonly tone?: Tone;
  /** Page that lists what is counted. */
  readonly href?: string;
}

/** The figures of a page's summary, side by side. */
export function KeyFigures({ figures }: { readonly figures: readonly KeyFigure[] }) {
  return (
    <dl class="figures-row">
      {figures.map(({ label, value, note, tone = "plain", href }) => (
        <div class={tone}>
          <dt>{href === undefined ? label : <a href={href}>{label}</a>}</dt>
          <dd>
            <span class="value">{value}</span>
            {note === undefined ? "" : <span class="soft">{note}</span>}
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** Something that happened. */
export interface TimelineEntry {
  readonly at: Child;
  readonly title: Child;
  readonly detail?: Child;
  readonly tone?: Tone;
}

/** Timeline of one thing, in the given order. */
export function Timeline({ entries }: { readonly entries: readonly TimelineEntry[] }) {
  return (
    <ol class="timeline">
      {entries.map(({ at, title, detail, tone = "plain" }) => (
        <li class={tone}>
          <span class="at">{at}</span>
          <span class="what">{title}</span>
          {detail === undefined ? "" : <span class="detail">{detail}</span>}
        </li>
      ))}
    </ol>
  );
}
