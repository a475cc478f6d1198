/** A look that a process of the operator could not make is left to a server. */
import assert from "node:assert/strict";
import { Unreachable } from "../../../src/payments/provider.ts";
import { demoProvider } from "../../../src/payments/demo.ts";
import { ProviderCalls } from "../../../src/service/checkout/provider_calls.ts";
import { ProviderPayments } from "../../../src/service/checkout/provider_payments.ts";
import { ProviderSettling } from "../../../src/service/checkout/provider_settling.ts";
import { Steps } from "../../../src/service/checkout/steps.ts";
import { plainSecrets } from "../../support/secrets.ts";
import { act, lookAtDue, start, withProvider } from "../../web/checkout_page/at_provider.ts";

Deno.test("lookOnce() of the operator's process leaves a look that fails to a server, at once", () =>
  withProvider(async (world) => {
    const { store, clock, services, told } = world;
    const started = await start(world);
    await act(started, "pay");
    const { payment } = await started.page.checkout.stored();
    assert.equal(await lookAtDue(world), 0);
    for (const isOperator of [false, true]) {
      const demo = demoProvider({ books: services.demoBook, now: clock.now, takesLive: false });
      const look = () => Promise.reject(new Unreachable("cut"));
      const silent = () => Promise.resolve({ ...demo, look });
      const operator = new ProviderPayments({
        ...clock,
        store,
        warn: () => {},
        calls: new ProviderCalls({
          secrets: plainSecrets(store),
          providers: { demo: silent, stripe: silent, razorpay: silent },
        }),
        settling: new ProviderSettling({
          store,
          now: clock.now,
          steps: Steps.prototype,
          unexpectedPayments: services.unexpectedPayments,
          isOperator,
        }),
        isOperator,
      });
      assert.equal(await operator.lookOnce(payment!.id), false);
      assert.equal(await operator.lookOnce(payment!.id), false);
      assert.equal(await lookAtDue(world), isOperator ? 1 : 0);
    }
    assert.equal((await started.page.checkout.stored()).state.session, "COMPLETED");
    assert.deepEqual(told, []);
  }));
