import assert from "node:assert/strict";
import { lacks } from "../support/tools.ts";
import { envelope } from "../../src/schema/api/fields.ts";
import { sessionSchema } from "../../src/schema/api/session.ts";
import { type Engine, testOnEngines } from "../support/engines.ts";
import { runCtl, type RunningServer, startServer } from "../support/process.ts";
import { COD_WALK, PREPAID_WALK, walkMarkdown, type WalkStep } from "../support/walk.ts";

const noCurl = await lacks("curl");

/** Values that the lines of a walk use and set. */
type Variables = Readonly<Record<string, string>>;
const LEARNT = ["SESSION", "GIFT", "PAY"] as const;

/** Somebody at a shell, who copies lines and looks at what they answer. */
class Shell {
  #variables: Variables;

  constructor(variables: Variables) {
    this.#variables = variables;
  }

  know(name: string, value: string): void {
    this.#variables = { ...this.#variables, [name]: value };
  }

  /** Types a line; what it showed, as JSON. */
  // deno-lint-ignore no-explicit-any -- what came back is what the tests are about
  async type({ line }: WalkStep): Promise<any> {
    const printed = LEARNT.map((name) => `"$${name}"`).join(" ");
    const { stdout, stderr } = await new Deno.Command("bash", {
      args: ["-c", `${line}\nprintf '\\0%s' ${printed}`],
      env: { ...this.#variables, NO_PROXY: "127.0.0.1" },
      stdin: "null",
    }).output();
    const text = new TextDecoder();
    const [shown = "", ...values] = text.decode(stdout).split("\0");
    LEARNT.forEach((name, i) => this.know(name, values[i] ?? ""));
    // A line that keeps an id shows its answer by way of stderr.
    const answer = shown.trim() || text.decode(stderr);
    assert.match(answer, /^\{"status":/, `${line}\n${answer}`);
    return JSON.parse(answer);
  }
}

/** A demo server and a shell that knows its address and key. */
async function withDemo(
  { withFolder }: Engine,
  test: (shell: Shell, server: RunningServer, folder: string) => Promise<void>,
): Promise<void> {
  await withFolder(async (folder) => {
    const server = await startServer(folder, ["--demo"]);
    try {
      const [KEY] = await server.printed(/ck_live_[A-Za-z0-9]{36}/);
      await test(new Shell({ URL: server.url, KEY }), server, folder);
    } finally {
      await server.end("SIGTERM");
    }
  });
}

/** Expected parts of a step's answer, picked by a function. */
// deno-lint-ignore no-explicit-any -- as above
type Seen = readonly [pick: (answer: any) => unknown, wanted: unknown];

async function walk(
  steps: readonly WalkStep[],
  expected: Readonly<Record<string, Seen>>,
  type: (step: WalkStep) => ReturnType<Shell["type"]>,
): Promise<void> {
  assert.deepEqual(steps.map(({ name }) => name), Object.keys(expected));
  for (const step of steps) {
    const answer = await type(step);
    const [pick, wanted] = expected[step.name]!;
    assert.deepEqual(pick(answer), wanted, `${step.name}: ${JSON.stringify(answer)}`);
    const isSession = answer.status === "SUCCESS" && step.name !== "cart";
    if (isSession) envelope(sessionSchema).parse(answer);
  }
}

testOnEngines(
  "a customer walks from a cart to a paid order, with curl",
  (engine) =>
    withDemo(engine, async (shell, server, folder) => {
      const codes = (coupons: { code: string }[]) => coupons.map(({ code }) => code);
      await walk(PREPAID_WALK, {
        cart: [({ status }) => status, "SUCCESS"],
        code: [
          ({ data }) => [codes(data.coupons), data.pricing.coupon_discount],
          [["TWOTOWELS", "WELCOME5"], 172.7],
        ],
        offer: [({ data }) => data.add_ons[0].products[0].variants[0].variant_id, 11071],
        gift: [
          ({ data }) => [data.items.length, data.items[2].source, data.items[2].total_price],
          [3, "ADD_ON", 0],
        ],
        otp: [({ data }) => data.customer, null],
        verify: [
          ({ data }) => [data.customer.phone, data.coin.coin_available],
          ["+919876543210", 500],
        ],
        coins: [({ data }) => [data.coin.coin_used, data.pricing.coin_discount], [100, 10]],
        address: [({ data }) => [data.pricing.shipping, data.pricing.cod_available], [0, false]],
        cod: [({ error }) => error, {
          code: "error.cod-not-available",
          message: "Cash on delivery is not available for this cart",
        }],
        prepaid: [
          ({ data }) => [data.pricing.payment_offer_discount, data.pricing.total_payable],
          [70.02, 1320.28],
        ],
        payment: [
          ({ data }) => [data.payment_state, data.payment.amount, data.coin.coin_used],
          ["PENDING", 1320.28, 100],
        ],
        paid: [
          ({ data }) => [data.session_state, data.payment_state, data.pricing.amount_paid],
          ["COMPLETED", "PAID", 1320.28],
        ],
      }, async (step) => {
        if (step.name === "verify") {
          const [, otp = ""] = await server.printed(/otp"?[=:]"?(\d{6})/);
          shell.know("OTP", otp);
        }
        return await shell.type(step);
      });

      const stats = await runCtl(folder, "--json", "session", "list", "--merchant", SHOP);
      assert.deepEqual(
        JSON.parse(stats.stdout).map((one: { session_state: string }) => one.session_state),
        // The other is behind the link that the demo printed.
        ["COMPLETED", "INITIATED"],
        stats.stderr,
      );
    }),
  { ignore: noCurl },
);

const SHOP = "demo-store.example";

testOnEngines(
  "a customer orders cash on delivery and pays a tenth ahead, with curl",
  (engine) =>
    withDemo(engine, (shell) =>
      walk(COD_WALK, {
        cart: [({ status }) => status, "SUCCESS"],
        address: [({ data }) => [data.pricing.shipping, data.pricing.cod_available], [60, true]],
        cod: [
          ({ data: { pricing } }) => [
            pricing.cod_order,
            pricing.cod_price,
            pricing.is_partial_cod,
            pricing.partial_cod_price,
            pricing.total_payable,
          ],
          [true, 40, true, 95.31, 953.1],
        ],
        early: [({ error }) => error, {
          code: "error.payment-required",
          message: "The prepaid part must be paid first",
        }],
        payment: [
          ({ data }) => [data.payment.method, data.payment.amount, data.payment_state],
          ["COD", 95.31, "PENDING"],
        ],
        paid: [
          ({ data }) => [data.session_state, data.payment_state, data.pricing.amount_paid],
          ["COMPLETED", "PAID", 95.31],
        ],
      }, (step) => shell.type(step))),
  { ignore: noCurl },
);

Deno.test("walkMarkdown() shows each line under its sentence, as it is typed", () => {
  const step = { name: "x", title: "Do this.", line: "curl \\\n  -d '{}'" };
  assert.equal(walkMarkdown([step]), "Do this.\n\n```sh\ncurl \\\n  -d '{}'; echo\n```\n");
});
