import { FIRST_STEPS, type FirstStep, type FirstSteps } from "../../../domain/shop/first_steps.ts";
import { pathWithin, sectionPath } from "../links.ts";
import type { SectionName } from "../sections.ts";
import { Badge, Panel } from "../parts/panel.tsx";

/** Of each step its name, what is missing, and the page for it, below the shop's. */
const STEPS: Readonly<
  Record<
    FirstStep,
    readonly [title: string, missing: string, page?: readonly [SectionName, string]]
  >
> = {
  product: ["A product", "Type one in, or import a file", ["products", "new"]],
  payment: [
    "A way to be paid",
    "A payment provider, transfers or cash on delivery",
    ["settings", "payments"],
  ],
  delivery: [
    "Delivery to the shop's own country",
    "A rule with a price, or with none",
    ["settings", "delivery"],
  ],
  message: [
    "A message that arrived",
    "By a channel for mails or SMS, or a webhook: checkoutctl channel add",
  ],
  https: [
    "Pages over HTTPS",
    "Their address must begin with https://: start the server with --checkout-url",
  ],
  backup: ["A backup that ran", "Start the server with --backup-to FOLDER"],
};

/** The checklist of a new shop; nothing once all of it is done. */
export function FirstStepsPanel({ shopId, steps }: {
  readonly shopId: string;
  readonly steps: FirstSteps;
}) {
  const own = FIRST_STEPS.filter((name) => steps[name] !== undefined);
  const done = own.filter((name) => steps[name]);
  if (done.length === own.length) return "";
  return (
    <Panel title="Until the first sale" note={`${done.length} of ${own.length} done`}>
      <ul class="problems">
        {own.map((name) => <Step shopId={shopId} name={name} isDone={steps[name] === true} />)}
      </ul>
    </Panel>
  );
}

function Step({ shopId, name, isDone }: {
  readonly shopId: string;
  readonly name: FirstStep;
  readonly isDone: boolean;
}) {
  const [title, missing, page] = STEPS[name];
  const href = name === "backup"
    ? sectionPath(shopId, "health")
    : page && pathWithin(shopId, ...page);
  return (
    <li>
      <Badge tone={isDone ? "good" : "warn"}>{isDone ? "Done" : "To do"}</Badge>
      <div>
        {isDone || href === undefined ? <strong>{title}</strong> : <a href={href}>{title}</a>}
        {isDone ? "" : <span class="soft">{missing}</span>}
      </div>
    </li>
  );
}
