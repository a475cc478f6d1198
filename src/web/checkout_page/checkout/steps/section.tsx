import type { Child } from "hono/jsx";
import type { PageStep } from "../progress.ts";
import { isFrozen } from "../progress.ts";
import type { View } from "../view.ts";

/** Dependencies of a part's components. */
interface PartProps {
  readonly view: View;
}

/** The contents of a part: folded once it is done, and open. */
export interface PartBody {
  readonly title: (view: View) => string;
  readonly Folded: (props: PartProps) => Child;
  readonly Form: (props: PartProps) => Child;
}

/** A part of the page as its standing wants it. */
export function Section(
  { view, step: { part, standing }, body: { title, Folded, Form } }: {
    readonly view: View;
    readonly step: PageStep;
    readonly body: PartBody;
  },
) {
  const { model: { path }, steps } = view;
  const heading = title(view);
  if (standing === "later") {
    return (
      <section class="part later" id={part}>
        <h2>{heading}</h2>
      </section>
    );
  }
  if (standing === "done") {
    return (
      <section class="part done" id={part}>
        <h2>{heading}</h2>
        {Folded({ view })}
        {isFrozen(view.model) ? "" : (
          <a
            class="link"
            href={`${path}?edit=${part}`}
            aria-label={`${steps.change}: ${heading}`}
          >
            {steps.change}
          </a>
        )}
      </section>
    );
  }
  return (
    <section class={`part ${standing}`} id={part}>
      <h2 tabindex={-1}>{heading}</h2>
      {Form({ view })}
    </section>
  );
}

/** The line of a finished part. */
export function Summary({ children }: { readonly children: Child }) {
  return <div class="value">{children}</div>;
}

/** A radio button with a title, details below it and something at its end. */
export function RadioChoice(
  { name, value, isChosen, title, details, children, isFirst }: {
    readonly name: string;
    readonly value: string;
    readonly isChosen: boolean;
    readonly title: string;
    readonly details: readonly string[];
    /** At the end of the line. */
    readonly children?: Child;
    readonly isFirst?: boolean;
  },
) {
  return (
    <label class="choice">
      <input
        type="radio"
        name={name}
        value={value}
        checked={isChosen}
        required
        autofocus={isFirst === true}
      />
      <span>
        <span class="title">
          <bdi>{title}</bdi>
        </span>
        {details.map((text) => <span class="detail">{text}</span>)}
      </span>
      {children === undefined ? "" : <span class="amount">{children}</span>}
    </label>
  );
}
