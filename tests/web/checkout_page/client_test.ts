import assert from "node:assert/strict";
import { NO_CHECKOUT_FORM } from "../../../src/domain/shop/checkout_form.ts";
import { clientOf } from "../../../src/domain/shop/limits.ts";
import { Checkout } from "../api/checkout.ts";
import { M1 } from "../../store/support.ts";
import { ADDRESS, withShop } from "../api/shop.ts";
import { LinkedPage } from "./link.ts";
import { pagesOf } from "./pages.ts";

const FORM = { ...ADDRESS, email: "", line2: "", state: "" };
/** The peer of `pagesOf()`. */
const CLIENT = clientOf(M1, "192.0.2.1");

Deno.test("a session keeps the client of its latest step on the page as a digest", () =>
  withShop(async (world) => {
    const page = await LinkedPage.open(world);
    assert.equal((await page.checkout.stored()).client, null, "opened by a key");
    await page.take("address", FORM);
    assert.equal((await page.checkout.stored()).client, CLIENT);
    await page.checkout.step("PUT /address", ADDRESS);
    assert.equal((await page.checkout.stored()).client, CLIENT, "a key's step leaves it");
    await page.pages.send("POST", `/c/${page.token}/address`, { form: FORM, peer: "192.0.2.77" });
    assert.equal((await page.checkout.stored()).client, clientOf(M1, "192.0.2.77"));
    assert.ok(!JSON.stringify(await page.checkout.stored()).includes("192.0.2"));
    const { json } = await world.send("GET", `/session/${page.checkout.id}`);
    assert.equal("client" in json.data, false, "no client of the API sees it");
  }));

Deno.test("a session of a cart link keeps the client, and one of a key has none", () =>
  withShop(async (world) => {
    const { status, headers } = await pagesOf(world).send("POST", "/buy?v=11:1");
    assert.equal(status, 303);
    const token = headers.get("location")?.replace("c/", "") ?? "";
    const opened = await world.services.checkoutLinks.open(token);
    assert.equal(opened?.session.client, CLIENT);
    assert.equal((await (await Checkout.open(world)).stored()).client, null);
  }, { checkout: { ...NO_CHECKOUT_FORM, cartLinks: true } }));
