/** What watches the head of the file must not take the writes of our own processes for damage. */
import assert from "node:assert/strict";
import { followLink, linkFor, startDashboard } from "../support/dashboard_process.ts";
import { aShop } from "../support/ctl_shop.ts";
import { ctlJson, runCtl, startServer, withFolder } from "../support/process.ts";
import { report, rounds } from "./figures.ts";
import { Load } from "./load.ts";

const SECONDS = rounds({ short: 2, whole: 600 });
/** In the whole form enough rows for several copies of the log in each import. */
const PRODUCTS = rounds({ short: 300, whole: 2000 });
const FLAGS = ["--rate-limit", "1000000"];

const COUPON = {
  code: "Save10",
  application_type: "CODE",
  discount_type: "PERCENTAGE",
  discount_amount: "10 %",
};

function products(round: number): string {
  const one = (n: number) => ({
    id: n + 1000,
    title: `Mug ${n} of import ${round}`,
    handle: `mug-${n}`,
    vendor: "Kiln",
    body_html: "x".repeat(2000),
    images: [],
    variants: [{ id: n + 1000, title: "Blue", price: "349.00", grams: 300, taxable: true }],
  });
  return JSON.stringify({ products: Array.from({ length: PRODUCTS }, (_, n) => one(n)) });
}

Deno.test(`imports and a dashboard that write beside a busy server, ${SECONDS} s: no false end`, () =>
  withFolder(async (folder) => {
    const { merchantId } = await aShop(folder);
    const shop = ["--merchant", merchantId];
    const key = ["key", "create", ...shop, "--name", "faults", "--rate-limit", "1000000"];
    const load = new Load((await ctlJson(folder, ...key)).secret ?? "");
    const server = await startServer(folder, FLAGS);
    const dashboard = await startDashboard(folder);
    const signedIn = await followLink(dashboard.url, await linkFor(folder, "anna"));
    const cookie = signedIn.headers.get("set-cookie")?.split(";", 1)[0] ?? "";
    const beganMs = performance.now();
    const counted = { imports: 0, dashboard_writes: 0 };
    const isOver = () => counted.imports > 0 && performance.now() - beganMs > SECONDS * 1000;
    const post = async (path: string, form: Readonly<Record<string, string>> = {}) => {
      const answer = await fetch(`${dashboard.url}/shops/${merchantId}${path}`, {
        method: "POST",
        headers: { cookie, "sec-fetch-site": "same-origin" },
        body: new URLSearchParams(form),
        redirect: "manual",
      });
      const text = await answer.text();
      assert.equal(answer.status, 303, text);
      counted.dashboard_writes += 1;
      return new URL(answer.headers.get("location") ?? "", dashboard.url).pathname;
    };
    const importing = async () => {
      for (let round = 0; !isOver(); round++) {
        await Deno.writeTextFile(`${folder}/products.json`, products(round));
        const { code, stderr } = await runCtl(
          folder,
          ...["product", "import", `${folder}/products.json`, ...shop],
        );
        assert.equal(code, 0, stderr);
        counted.imports += 1;
      }
    };
    const clicking = async () => {
      const coupon = (await post("/coupons/new", COUPON)).replace(`/shops/${merchantId}`, "");
      for (let n = 0; !isOver(); n++) await post(`${coupon}/${n % 2 === 0 ? "disable" : "enable"}`);
    };
    await Promise.all([load.run(server, isOver), importing(), clicking()]);
    const { sessions, lost } = await load.check(server);
    const end = await dashboard.end("SIGTERM");
    const { code, output } = await server.end("SIGTERM");
    assert.deepEqual([code, end.code], [0, 0], output + end.log);
    assert.doesNotMatch(output + end.log, /damaged|state on disk/);
    const checked = await runCtl(folder, "--json", "db", "check");
    assert.equal(checked.code, 0, checked.stdout);
    report("writes of several processes", {
      ...counted,
      acknowledged: load.acknowledged,
      sessions,
      false_ends: 0,
      lost: lost.length,
    });
    assert.deepEqual(lost, []);
  }));
