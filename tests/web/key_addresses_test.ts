import assert from "node:assert/strict";
import { OPERATOR } from "../support/operator.ts";
import { aCart, withWorld, type World } from "../support/app.ts";

/** A key for a network, beside the world's own. */
async function heldKey({ services, merchant }: World): Promise<string> {
  const allowedFrom = ["203.0.113.0/24", "2001:db8:1::/48"];
  const request = { merchantId: merchant.id, name: "office", lifetimeMs: null, rateLimit: null };
  return (await services.keys.create({ ...request, allowedFrom }, OPERATOR)).secret;
}

Deno.test("a key is taken from its addresses alone, with the answer of an unknown key elsewhere", () =>
  withWorld(async (world) => {
    const secret = await heldKey(world);
    const status = async (peer: string) =>
      (await world.send("POST", "/session", { body: aCart(), secret, peer })).status;
    for (const peer of ["203.0.113.9", "::ffff:203.0.113.9", "2001:db8:1:ffff::7"]) {
      assert.equal(await status(peer), 201, peer);
    }
    const unknown = `${secret.slice(0, -12)}${"0".repeat(12)}`;
    for (const peer of ["198.51.100.1", "2001:db8:2::7", "unix"]) {
      const elsewhere = await world.send("POST", "/session", { body: aCart(), secret, peer });
      assert.equal(elsewhere.status, 401, peer);
      assert.match(elsewhere.json.error.message, /may not be used from this address/);
      const foreign = await world.send("POST", "/session", {
        body: aCart(),
        secret: unknown,
        peer,
      });
      assert.equal(foreign.status, 401);
    }
  }));

Deno.test("the address is what a trusted proxy saw, and never a client's own claim", () =>
  withWorld(async (world) => {
    const secret = await heldKey(world);
    const status = async (forwarded: string) => {
      const headers = { "x-forwarded-for": forwarded };
      const peer = "10.0.0.1";
      return (await world.send("POST", "/session", { body: aCart(), secret, peer, headers }))
        .status;
    };
    assert.equal(await status("198.51.100.1, 203.0.113.9"), 201);
    assert.equal(await status("203.0.113.9, 198.51.100.1"), 401);
  }, { trustedHops: 1 }));

Deno.test("without a trusted proxy a forwarded address is not believed; the last use has the address", () =>
  withWorld(async (world) => {
    const secret = await heldKey(world);
    const headers = { "x-forwarded-for": "203.0.113.9" };
    const sent = await world.send("POST", "/session", {
      body: aCart(),
      secret,
      headers,
      peer: "198.51.100.1",
    });
    assert.equal(sent.status, 401);
    await world.send("POST", "/session", { body: aCart(), peer: "2001:db8::7" });
    await world.services.housekeeping.flush(true);
    const used = await world.store.keys.find(world.key.id);
    assert.equal(used?.lastUsedFrom, "2001:db8::7");
  }));
