import assert from "node:assert/strict";
import type { MerchantId } from "../../../src/domain/ids.ts";
import type { Product } from "../../../src/domain/shop/catalog.ts";
import { uuid } from "../../support/builders.ts";
import { aMug, aPoster } from "../../support/shop.ts";
import { expire, leave, tokenOf, withCarts } from "../../service/recovery/left.ts";
import { pagesOf, requireGuarded } from "./pages.ts";

Deno.test("GET shows the cart and one button, and POST leads back to the shop with the session", () =>
  withCarts(async (world) => {
    const id = await leave(world);
    const pages = pagesOf(world);
    const path = `/c/recover/${await tokenOf(world, id)}`;
    const shown = await pages.send("GET", path);
    assert.equal(shown.status, 200);
    assert.equal(shown.headers.get("content-type"), "text/html; charset=utf-8");
    requireGuarded(shown.headers);
    assert.match(
      shown.headers.get("content-security-policy") ?? "",
      /form-action 'self' https:;/,
    );
    assert.match(shown.text, /^<!doctype html><html lang="en" dir="ltr">/);
    for (const text of ["Demo Store", ">Mug<", "2 × ₹349.00", "₹698.00", "Continue to checkout"]) {
      assert.ok(shown.text.includes(text), text);
    }
    assert.equal(shown.text.match(/<button/g)?.length, 1);
    assert.match(shown.text, /<form method="post"><button/);
    // Nothing of the person, and no way elsewhere.
    assert.doesNotMatch(shown.text, /Asha|98765|Lake Road|asha@|<script|<a |https?:/);
    const done = await pages.send("POST", path, { headers: { "sec-fetch-site": "same-origin" } });
    assert.equal(done.status, 303);
    assert.equal(
      done.headers.get("location"),
      `https://demo-store.example/thanks?session_id=${id}`,
    );
    requireGuarded(done.headers);
    // The token is in no line of the log.
    assert.deepEqual(pages.log.map(({ method, route, status }) => [method, route, status]), [
      ["GET", "/c/recover/{token}", 200],
      ["POST", "/c/recover/{token}", 303],
    ]);
    assert.ok(!JSON.stringify(pages.log).includes(path.slice(-20)));
  }));

Deno.test("POST leads to the shop's recovery URL, and keeps its query", () =>
  withCarts(async (world) => {
    const id = await leave(world);
    const done = await pagesOf(world).send("POST", `/c/recover/${await tokenOf(world, id)}`);
    assert.equal(
      done.headers.get("location"),
      `https://demo-store.example/cart?from=mail&session_id=${id}#top`,
    );
  }, { merchant: { recoveryUrl: "https://demo-store.example/cart?from=mail#top" } }));

Deno.test("an expired session's page says so, and leads to a new session", () =>
  withCarts(async (world) => {
    const id = await leave(world);
    const path = `/c/recover/${await tokenOf(world, id)}`;
    await expire(world);
    const pages = pagesOf(world);
    assert.match((await pages.send("GET", path)).text, /Your checkout has ended/);
    const [one, other] = await Promise.all([pages.send("POST", path), pages.send("POST", path)]);
    const to = one.headers.get("location");
    assert.match(to ?? "", /\?session_id=[0-9a-f-]{36}$/);
    assert.doesNotMatch(to ?? "", new RegExp(id));
    assert.equal(other.headers.get("location"), to);
  }));

Deno.test("an expired session's page names what is no longer sold, and says that prices changed", () => {
  const merchantId = uuid<MerchantId>(1);
  const put = (product: Product) => ({ kind: "product.put", merchantId, product }) as const;
  const lines = [
    { product_id: 1, variant_id: 11, quantity: 2 },
    { product_id: 9, variant_id: 91, quantity: 1 },
  ];
  return withCarts(async (world) => {
    const path = `/c/recover/${await tokenOf(world, await leave(world, lines))}`;
    await expire(world);
    const [variant] = aMug().variants;
    await world.store.commit([
      put(aMug(20, { variants: [{ ...variant!, price: 39_900 }] })),
      put(aPoster(5, { status: "archived" })),
    ]);
    world.clock.advance(5);
    const { text } = await pagesOf(world).send("GET", path);
    assert.match(text, /No longer available:<\/p><ul><li><bdi>Poster<\/bdi>/);
    assert.match(text, /Some prices have changed/);
    assert.match(text, /2 × ₹399\.00/);
    assert.match(text, /₹798\.00/);
  }, { goods: [put(aMug()), put(aPoster())] });
});

Deno.test("every token that leads nowhere gets the same answer", () =>
  withCarts(async (world) => {
    const id = await leave(world);
    const token = await tokenOf(world, id);
    const pages = pagesOf(world);
    const seen = new Set<string>();
    const foreign = `${token.slice(0, -1)}${token.endsWith("A") ? "B" : "A"}`;
    const ask = async (path: string) => {
      for (const method of ["GET", "POST"]) {
        const { status, headers, text } = await pages.send(method, path);
        assert.equal(status, 404);
        requireGuarded(headers);
        headers.delete("x-request-id");
        seen.add(JSON.stringify([[...headers], text]));
      }
    };
    await ask("/c/recover/x");
    await ask(`/c/recover/${foreign}`);
    await ask(`/c/recover/${"A".repeat(48)}`);
    await world.send("POST", `/session/${id}/abandon`);
    await ask(`/c/recover/${token}`);
    assert.equal(seen.size, 1);
  }));

for (const site of ["cross-site", "same-site", "none"]) {
  Deno.test(`POST refuses a form that the browser calls ${site}`, () =>
    withCarts(async (world) => {
      const path = `/c/recover/${await tokenOf(world, await leave(world))}`;
      const { status } = await pagesOf(world).send("POST", path, {
        headers: { "sec-fetch-site": site },
      });
      assert.equal(status, 400);
    }));
}

Deno.test("a page is in the browser's language, from right to left in Arabic", () =>
  withCarts(async (world) => {
    const path = `/c/recover/${await tokenOf(world, await leave(world))}`;
    const headers = { "accept-language": "fr-FR, ar-EG;q=0.8, en;q=0.5" };
    const { text } = await pagesOf(world).send("GET", path, { headers });
    assert.match(text, /<html lang="ar" dir="rtl">/);
    assert.match(text, /متابعة إتمام الطلب/);
  }));
