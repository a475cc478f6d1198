import { deepEqual } from "node:assert/strict";
import type { Decision } from "../../../src/domain/decision/decision.ts";
import { type Buyer, NO_BUYER } from "../../../src/domain/session/session.ts";
import { enterAddress, setAddress } from "../../../src/domain/steps/address.ts";
import { setBuyer } from "../../../src/domain/steps/buyer.ts";
import { anAddress } from "../../support/builders.ts";
import { at, sessionIn, shopAs, told } from "./cases.ts";

const OWN = "buyer@example.com";
const [FIRST, SECOND] = ["first@example.com", "second@example.com"];

Deno.test("setBuyer() replaces name and e-mail and leaves the price as it was shown", () => {
  const before = sessionIn(shopAs());
  const decision = setBuyer(before, { name: "Asha Rao", email: OWN });
  deepEqual(decision.session.buyer, { name: "Asha Rao", email: OWN });
  deepEqual(decision.session.priced, before.priced);
  deepEqual([told(decision), decision.effects], [["session.updated"], []]);
  deepEqual(decision.session.state, at("IN_PROGRESS", "DRAFT").state);
  deepEqual(setBuyer(decision.session, NO_BUYER).session.buyer, NO_BUYER);
});

Deno.test("an e-mail of the address fills an empty one of the buyer, in either order", () => {
  const context = shopAs();
  const rows: [Buyer, readonly (string | null)[], string | null][] = [
    [NO_BUYER, [null], null],
    [NO_BUYER, [FIRST], FIRST],
    // A corrected address corrects it; one without an e-mail leaves it.
    [NO_BUYER, [FIRST, SECOND], SECOND],
    [NO_BUYER, [FIRST, null], FIRST],
    [{ name: null, email: OWN }, [FIRST, SECOND], OWN],
  ];
  for (const [buyer, emails, expected] of rows) {
    const session = emails.reduce(
      (before, email) => setAddress(before, anAddress({ email }), context).session,
      sessionIn(context, { buyer }),
    );
    // The name is the recipient's.
    deepEqual(session.buyer, { name: null, email: expected });
  }
  const addressed = sessionIn(context, { choices: { address: anAddress({ email: FIRST }) } });
  deepEqual(setBuyer(addressed, { name: "Asha Rao", email: null }).session.buyer, {
    name: "Asha Rao",
    email: FIRST,
  });
  deepEqual(setBuyer(addressed, { name: null, email: OWN }).session.buyer.email, OWN);
});

Deno.test("enterAddress() fills the buyer's name too, unless the shop has set another", () => {
  const context = shopAs();
  const rows: [Buyer, readonly string[], string][] = [
    [NO_BUYER, ["Asha Rao"], "Asha Rao"],
    [NO_BUYER, ["Asha", "Asha Rao"], "Asha Rao"],
    [{ name: "Ravi Rao", email: null }, ["Asha Rao"], "Ravi Rao"],
    [{ name: "Ravi Rao", email: null }, ["Ravi Rao", "Asha Rao"], "Asha Rao"],
  ];
  for (const [buyer, names, expected] of rows) {
    const before = sessionIn(context, { buyer });
    const entered = names.reduce(
      ({ session }, name) => enterAddress(session, anAddress({ name, email: FIRST }), context),
      { session: before } as Decision,
    );
    deepEqual(entered.session.buyer, { name: expected, email: FIRST });
    // The address is the same as the API would set it.
    const set = setAddress(before, anAddress({ name: names.at(-1)!, email: FIRST }), context);
    deepEqual(entered.session.choices, set.session.choices);
    deepEqual(entered.session.priced, set.session.priced);
    deepEqual(told(entered), ["session.updated"]);
  }
});
