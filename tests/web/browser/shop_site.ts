import assert from "node:assert/strict";
import type { World } from "../../support/app.ts";
import { shopPage, withShopSite } from "./served.ts";

const HTML = { "content-type": "text/html; charset=utf-8" };

/**
 * The web site of a shop, with its payment page and the backend behind it: the backend reads the
 * amount of a payment by its key, and reports the result.
 */
export class ShopSite {
  readonly origin: string;
  world: World | undefined;
  /** Queries of the payment page, one for each time that it was opened. */
  readonly visits: URLSearchParams[] = [];
  /** Further pages by their path. */
  readonly pages = new Map<string, string>();

  private constructor(origin: string) {
    this.origin = origin;
  }

  /** Serves a site while something runs. */
  static async serve(run: (site: ShopSite) => Promise<void>): Promise<void> {
    let site: ShopSite | undefined;
    await withShopSite((request) => site?.answer(request) ?? shopPage(""), async (origin) => {
      site = new ShopSite(origin);
      await run(site);
    });
  }

  async answer(request: Request): Promise<Response> {
    const { pathname, searchParams } = new URL(request.url);
    if (pathname !== "/pay") {
      const html = this.pages.get(pathname);
      return html === undefined
        ? shopPage(`<h1>Shop ${pathname}</h1>`)
        : new Response(html, { headers: HTML });
    }
    if (request.method === "POST") {
      const status = (await request.formData()).get("status");
      if (status !== null) await this.report(searchParams, `${status}`);
      return Response.redirect(searchParams.get("return_url") ?? "", 303);
    }
    this.visits.push(searchParams);
    const { amount } = await this.#payment(searchParams);
    return shopPage(
      `<h1>Payment of ${amount}</h1><form method="post">` +
        `<button name="status" value="PAID">Pay</button>` +
        `<button name="status" value="FAILED">Fail</button>` +
        `<button>Leave</button></form>`,
    );
  }

  /** Reports the result of a payment, as the shop's backend does. */
  async report(visit: URLSearchParams, status: string): Promise<void> {
    const { amount } = await this.#payment(visit);
    const [session, payment] = ids(visit);
    const data = { status, amount, reference: `pay_${payment}` };
    const { status: code, text } = await this.#send(
      "POST",
      `/session/${session}/payment/${payment}/result`,
      { body: { data } },
    );
    assert.equal(code, 200, text);
  }

  /** The payment of a visit, read by the shop's key. */
  async #payment(visit: URLSearchParams): Promise<{ readonly amount: number }> {
    const [session, payment] = ids(visit);
    const { json, text } = await this.#send("GET", `/session/${session}`);
    assert.equal(json?.data?.payment?.payment_id, payment, text);
    return json.data.payment;
  }

  #send: World["send"] = (...request) => {
    assert.ok(this.world);
    return this.world.send(...request);
  };
}

function ids(visit: URLSearchParams): [string, string] {
  return [visit.get("session_id") ?? "", visit.get("payment_id") ?? ""];
}
