/** The sample of `init`: bought on the page, in test mode. */
import { deepEqual, equal, match } from "node:assert/strict";
import { withWorld } from "../../support/app.ts";
import { OPERATOR } from "../../support/operator.ts";
import { ADDRESS } from "../api/shop.ts";
import { BASE } from "./link.ts";
import { pagesOf } from "./pages.ts";

const SAMPLE = "/buy?shop=demo-store.example&sample=1";

Deno.test("the link of init buys a sample at the demo provider, and no money moves", () =>
  withWorld(async (world) => {
    const { services, merchant } = world;
    await services.providers.add(merchant, { kind: "demo", livemode: false }, OPERATOR);
    services.pages.servedAt(BASE);
    const pages = pagesOf(world);
    match((await pages.send("GET", SAMPLE)).text, /Sample mug/);
    const opened = await pages.send("POST", SAMPLE);
    const token = opened.headers.get("location")?.replace("c/", "") ?? "";
    const post = (form: string, fields: Record<string, string>) =>
      pages.send("POST", `/c/${token}/${form}`, { form: fields });
    equal((await post("address", { ...ADDRESS, email: "", line2: "", state: "" })).status, 303);
    const stored = async () => (await services.checkoutLinks.open(token))!.session;
    const seen = String((await stored()).priced.totals.totalPayable);
    const { text } = await post("pay", { seen });
    const url = /http-equiv="refresh" content="0; url=([^"]+)"/.exec(text)?.[1] ?? "";
    await pages.send("POST", url.slice(BASE.length), { form: { act: "pay" } });
    const code = new URL(url).searchParams.get("code") ?? "";
    match((await pages.send("GET", `/r/${code}`)).text, /Thank you/);
    const { livemode, state, lines } = await stored();
    deepEqual([livemode, state.session, lines.map(({ title }) => title)], [
      false,
      "COMPLETED",
      ["Sample mug"],
    ]);
  }));

Deno.test("a link of a sample with goods besides, or without a shop, leads nowhere", () =>
  withWorld(async (world) => {
    const { services, merchant } = world;
    await services.providers.add(merchant, { kind: "demo", livemode: false }, OPERATOR);
    const pages = pagesOf(world);
    for (const path of [`${SAMPLE}&v=11:1`, "/buy?sample=1", "/buy?shop=other.example&sample=1"]) {
      equal((await pages.send("POST", path)).status, 404, path);
    }
  }));
