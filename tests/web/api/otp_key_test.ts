import assert from "node:assert/strict";
import { hashOtp } from "../../../src/domain/session/otp.ts";
import { Checkout } from "./checkout.ts";
import { KNOWN_PHONE, withShop } from "./shop.ts";

Deno.test("a code is stored as an HMAC under the server's secret, which the first one makes", () =>
  withShop(async (world) => {
    const { store } = world;
    const checkout = await Checkout.open(world);
    assert.equal(await store.secrets.find("code"), null);
    await checkout.step("POST /otp", { phone: KNOWN_PHONE });
    const { challenge } = (await checkout.stored()).otp;
    const secret = await store.secrets.find("code");
    assert.ok(challenge !== null && secret !== null);
    const key = Uint8Array.fromBase64(secret.value.stored, { alphabet: "base64url" });
    assert.equal(challenge.hash, hashOtp(challenge.salt, checkout.lastCode(), key));
    assert.match(challenge.hash, /^hmac:[0-9a-f]{64}$/);
    const { customer } = await checkout.step("POST /otp/verify", {
      phone: KNOWN_PHONE,
      otp: checkout.lastCode(),
    });
    assert.equal(customer.phone, KNOWN_PHONE);
  }));

Deno.test("a code that an earlier version sent is right after the upgrade, and only once", () =>
  withShop(async (world) => {
    const { store, services } = world;
    const checkout = await Checkout.open(world);
    await checkout.step("POST /otp", { phone: KNOWN_PHONE });
    const stored = await checkout.stored();
    const { challenge } = stored.otp;
    assert.ok(challenge);
    const hash = hashOtp(challenge.salt, "135790", null);
    await store.commit([{
      kind: "session.put",
      session: {
        ...stored,
        version: stored.version + 1,
        otp: { ...stored.otp, challenge: { ...challenge, hash } },
      },
      view: null,
      expectedVersion: stored.version,
      expired: false,
      byOperator: true,
      at: world.clock.at,
    }]);
    await services.ping();
    const enter = async (otp: string) =>
      (await checkout.send("POST /otp/verify", { phone: KNOWN_PHONE, otp })).status;
    assert.equal(await enter(checkout.lastCode()), 409);
    assert.equal(await enter("135790"), 200);
    assert.equal(await enter("135790"), 409);
  }));
