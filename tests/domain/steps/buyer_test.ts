import { deepEqual } from "node:assert/strict";
import { type Buyer, NO_BUYER } from "../../../src/domain/session/session.ts";
import { setAddress } from "../../../src/domain/steps/address.ts";
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
