import assert from "node:assert/strict";
import { anEvent } from "../../support/webhooks.ts";
import { withWorld } from "../../support/app.ts";
import { BASE, leave, tokenOf, withCarts } from "./left.ts";

Deno.test("withLink() adds the link to session.idle as it is sent", () =>
  withCarts(async (world) => {
    const id = await leave(world);
    const { recoveryLinks } = world.services;
    const event = anEvent(1, { sessionId: id, type: "session.idle", data: { recovery_url: null } });
    const sent = await recoveryLinks.withLink(event);
    assert.equal(sent.data["recovery_url"], `${BASE}/c/recover/${await tokenOf(world, id)}`);
    assert.equal(event.data["recovery_url"], null);
  }));

Deno.test("withLink() leaves null without checkout pages, and for a shop without a page to return to", () =>
  withWorld(async ({ services: { recoveryLinks, pages }, store }) => {
    const event = anEvent(1, { type: "session.idle", data: { recovery_url: null } });
    assert.equal(await recoveryLinks.withLink(event), event);
    assert.equal(await store.secrets.find("recovery"), null, "no link, no secret");
    pages.servedAt(BASE);
    assert.equal(await recoveryLinks.withLink(event), event);
  }, { merchant: { redirectUrl: "" } }));

Deno.test("sessionOf() refuses the token of another server", () =>
  withCarts(async (world) => {
    const id = await leave(world);
    const own = await tokenOf(world, id);
    assert.equal(await world.services.recoveryLinks.sessionOf(own), id);
    const foreign = `${own.slice(0, 22)}${"A".repeat(26)}`;
    assert.equal(await world.services.recoveryLinks.sessionOf(foreign), undefined);
  }));
