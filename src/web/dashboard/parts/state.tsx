import type { PaymentState, SessionState } from "../../../domain/session/lifecycle.ts";
import type { StateWord } from "../../../things/list.ts";
import { PAYMENT_WORDS, SESSION_WORDS } from "../../../things/session.ts";
import type { DashboardFormats } from "./format.ts";
import { Badge } from "./panel.tsx";

/** States in words. */
export function StateBadges({ states }: { readonly states: readonly StateWord[] }) {
  const badges = states.map(([text, tone]) => <Badge tone={tone}>{text}</Badge>);
  return badges.length === 1 ? badges[0] : <span>{badges.flatMap((one) => [one, " "])}</span>;
}

/** Units that are left, or that stock is not tracked. */
export function Stock({ units, formats: { whole } }: {
  readonly units: number | null;
  readonly formats: Pick<DashboardFormats, "whole">;
}) {
  if (units === null) return <span class="soft">not tracked</span>;
  return units > 0 ? <>{whole(units)}</> : (
    <span>
      <Badge tone="warn">Sold out</Badge> {whole(units)}
    </span>
  );
}

/** The state of a session. */
export function SessionBadge({ state }: { readonly state: SessionState }) {
  return <StateBadges states={[SESSION_WORDS[state]]} />;
}

/** The state of a payment. */
export function PaymentBadge({ state }: { readonly state: PaymentState }) {
  return <StateBadges states={[PAYMENT_WORDS[state]]} />;
}
