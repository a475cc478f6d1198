/** Payments that a provider refuses: by the log, the session and the pages one learns why. */
import assert from "node:assert/strict";
import { Checkout } from "../api/checkout.ts";
import { providerTest } from "./providers.ts";

providerTest("a refused start is logged with the provider's words", async (world, bank) => {
  const provider = await world.services.paymentProviders[bank.kind]();
  const reason = "The provider does not accept the key";
  provider.open = () => Promise.resolve({ kind: "refused", reason });
  const checkout = await Checkout.open(world);
  assert.equal((await checkout.send("POST /payment")).status, 502);
  const { payment, id } = await checkout.stored();
  const [account] = await world.services.providers.list(world.merchant);
  assert.deepEqual(world.told.at(-1), {
    message: "A payment provider refused to begin a payment",
    payment: payment?.id,
    session: id,
    provider: bank.kind,
    account: account?.id,
    cause: reason,
  });
});
