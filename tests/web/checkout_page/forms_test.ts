/** Forms as requests: their type, size, time and encoding, and other methods. */
import assert from "node:assert/strict";
import { ADDRESS, GIFT, KNOWN_PHONE, POSTER, withShop } from "../api/shop.ts";
import { LinkedPage } from "./link.ts";
import { type PageInit, pagesOf, requireGuarded } from "./pages.ts";

const LIMIT = 16 * 1024;

/** A form of a length, in parts that arrive without an announced length. */
function arriving(length: number): ReadableStream<Uint8Array> {
  const part = new TextEncoder().encode("coins=0&x=".padEnd(1024, "x"));
  let left = length;
  return new ReadableStream({
    pull(controller) {
      if (left <= 0) return controller.close();
      controller.enqueue(part.slice(0, left));
      left -= part.length;
    },
  });
}

const long = (length: number): PageInit => ({ form: "coins=0&x=".padEnd(length, "x") });

const READ: readonly (readonly [string, PageInit, number, string?])[] = [
  ["of 16 KiB", long(LIMIT), 303],
  ["longer than 16 KiB", long(LIMIT + 1), 413, "error.payload-too-large"],
  ["of 16 KiB in parts", { form: arriving(LIMIT) }, 303],
  ["longer than 16 KiB in parts", { form: arriving(LIMIT + 1) }, 413, "error.payload-too-large"],
  [
    "with a charset",
    {
      form: "coins=0",
      headers: { "content-type": "application/x-www-form-urlencoded; charset=UTF-8" },
    },
    303,
  ],
  [
    "in JSON",
    { form: '{"coins":0}', headers: { "content-type": "application/json" } },
    415,
    "error.unsupported-media-type",
  ],
  [
    "in parts of a multipart",
    { form: "coins=0", headers: { "content-type": "multipart/form-data; boundary=x" } },
    415,
    "error.unsupported-media-type",
  ],
  ["without a type", {}, 415, "error.unsupported-media-type"],
  ["with U+0000", { form: "coins=0&x=%00" }, 400, "error.invalid-request"],
  ["with a field twice", { form: "coins=0&coins=1" }, 303],
  ["with bytes that are not UTF-8, escaped", { form: "coins=0&x=%ff" }, 303],
  [
    "of another site",
    {
      form: "coins=0",
      headers: { "sec-fetch-site": "cross-site" },
    },
    400,
    "error.invalid-request",
  ],
];

for (const [title, init, status, code] of READ) {
  Deno.test(`a form ${title} is ${status}`, () =>
    withShop(async (world) => {
      const { pages, token } = await LinkedPage.open(world);
      const answer = await pages.send("POST", `/c/${token}/coins`, init);
      assert.equal(answer.status, status, answer.text);
      assert.equal(pages.log.at(-1)?.error, code);
      requireGuarded(answer.headers, { hasScript: status === 303 });
    }));
}

Deno.test("a form that does not arrive in time is 408", () =>
  withShop(async (world) => {
    const { token, checkout } = await LinkedPage.open(world);
    const stuck = new ReadableStream<Uint8Array>({
      start: (controller) => controller.enqueue(new TextEncoder().encode("coi")),
    });
    const { status } = await pagesOf(world, { bodyDeadlineMs: 1 }).send(
      "POST",
      `/c/${token}/coins`,
      {
        form: stuck,
      },
    );
    assert.equal(status, 408);
    assert.equal((await checkout.stored()).version, 1);
  }));

Deno.test("a browser that comes back to the address of a form is led to the page", () =>
  withShop(async (world) => {
    const page = await LinkedPage.open(world);
    for (const form of ["coupon", "coupon/remove", "phone/verify", "address"]) {
      const { status, headers, text } = await page.get(`/${form}`);
      assert.deepEqual([status, text], [303, ""]);
      const to = new URL(headers.get("location") ?? "", `https://shop.example/pay/c/T/${form}`);
      assert.equal(to.href, `https://shop.example/pay/c/${page.token}`, "below any path");
    }
    assert.equal((await page.checkout.stored()).version, 1);
  }));

Deno.test("HEAD answers as GET does, without a body; other methods are 405", () =>
  withShop(async (world) => {
    const { pages, token } = await LinkedPage.open(world);
    for (const rest of ["", "/state", "/coupon"]) {
      const get = await pages.send("GET", `/c/${token}${rest}`);
      const head = await pages.send("HEAD", `/c/${token}${rest}`);
      assert.deepEqual([head.status, head.text], [get.status, ""]);
      for (const name of ["content-type", "content-security-policy", "location"]) {
        assert.equal(head.headers.get(name), get.headers.get(name), name);
      }
      for (const method of ["PUT", "DELETE", "PATCH", "OPTIONS"]) {
        const { status, headers } = await pages.send(method, `/c/${token}${rest}`);
        assert.equal(status, 405);
        assert.equal(
          headers.get("allow"),
          rest === "/coupon" ? "GET, HEAD, POST" : "GET, HEAD",
        );
      }
    }
    assert.equal((await pages.send("POST", `/c/${token}`)).status, 405);
    assert.equal((await pages.send("POST", `/c/${token}/state`)).status, 405);
    assert.equal((await pages.send("GET", `/c/${token}/items`)).status, 404);
    assert.equal((await pages.send("GET", `/c/${token}/`)).status, 404);
  }));

Deno.test("the page's own forms are taken as they stand", () =>
  withShop(async (world) => {
    const page = await LinkedPage.open(world);
    const shown = await page.get("?edit=gifts");
    const [, form = ""] =
      /<form method="post" action="[^"]*\/gifts">([^]*?)<\/form>/.exec(shown.text) ?? [];
    const [, name = ""] = /<input type="radio" name="([^"]+)" value="\d/.exec(form) ?? [];
    assert.equal(name, `variant.${GIFT}`);
    const { choices } = await page.take("gifts", { [name]: POSTER });
    assert.deepEqual(choices.claims.map(({ quantity }) => quantity), [1]);
    await page.take("phone", { phone: KNOWN_PHONE });
    const { text } = await page.get();
    const actions = [...text.matchAll(/<form method="post" action="([^"]+)"/g)].map(([, to]) => to);
    assert.ok(actions.length >= 3);
    for (const action of actions) {
      const { href } = new URL(action ?? "", `https://pay.example/c/${page.token}`);
      assert.ok(href.startsWith(`https://pay.example/c/${page.token}/`), href);
    }
    // The same page as the answer to a refused form.
    const refused = await page.post("address", { ...ADDRESS, city: "" });
    const [, action = ""] = /action="([^"]+\/address)"/.exec(refused.text) ?? [];
    const { href } = new URL(action, `https://pay.example/c/${page.token}/address`);
    assert.equal(href, `https://pay.example/c/${page.token}/address`);
  }));
