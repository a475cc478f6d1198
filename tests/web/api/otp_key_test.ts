import assert from "node:assert/strict";
import { hashOtp } from "../../../src/domain/session/otp.ts";
import { plain } from "../../support/secrets.ts";
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

Deno.test("no code is sent without the secret: one that cannot be made or opened refuses it", () =>
  withShop(async (world) => {
    const { store } = world;
    const checkout = await Checkout.open(world);
    const send = async () => (await checkout.send("POST /otp", { phone: KNOWN_PHONE })).status;
    const { commit } = store;
    store.commit = (changes) =>
      changes.some(({ kind }) => kind === "secret.add")
        ? Promise.reject(new Error("The disk is full"))
        : commit.call(store, changes);
    assert.equal(await send(), 503);
    store.commit = commit;
    const value = plain(`sealed:${"0".repeat(16)}:AAAA`);
    await store.commit([{ kind: "secret.add", secret: { name: "code", value, createdAt: 0 } }]);
    assert.equal(await send(), 503);
    assert.equal((await checkout.stored()).otp.challenge, null);
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
