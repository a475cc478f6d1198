/** The button that asks a provider, on the page of a session. */
import assert from "node:assert/strict";
import { act, start, withProvider } from "../checkout_page/at_provider.ts";
import { dashboardOf, roleAt } from "./dashboard.ts";
import { audited, location } from "./owner.ts";

Deno.test("Ask the provider takes its answer, says how the payment stands, and leaves an entry", () =>
  withProvider(async (world) => {
    const { merchant } = world;
    const started = await start(world);
    const path = `/shops/${merchant.id}/sessions/${started.page.checkout.id}`;
    const dashboard = dashboardOf(world);
    const owner = await dashboard.visitor("anna", roleAt(merchant.id, "owner"));
    const viewer = await dashboard.visitor("vera", roleAt(merchant.id, "viewer"));
    const form = new RegExp(`action="[^"]*/look".*Ask the provider`, "s");
    assert.match((await owner.get(path)).text, form);
    assert.doesNotMatch((await viewer.get(path)).text, form);
    assert.equal((await viewer.post(`${path}/look`, {})).status, 403);
    const ask = async () => (await owner.get(location(await owner.post(`${path}/look`, {})))).text;
    assert.match(await ask(), /The provider was asked\. The customer can still pay\./);
    await act(started, "pay");
    const text = await ask();
    assert.match(text, /The provider was asked\. It is paid\./);
    assert.doesNotMatch(text, form);
    assert.equal((await started.page.checkout.stored()).state.session, "COMPLETED");
    const number = (await started.page.checkout.stored()).order?.number;
    assert.deepEqual(await audited(world), [
      "anna payment.look null",
      `anna payment.look ${number}`,
    ]);
    assert.match((await owner.get(`${path}?done=look&standing=x`)).text, /asked\.\s*</);
  }));
