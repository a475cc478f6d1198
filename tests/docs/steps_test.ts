/** The page with the rules of each step, held against the program. */
import assert from "node:assert/strict";
import {
  advance,
  ALL_STATES,
  type Cell,
  cellOf,
  INITIAL_STATE,
  type Step,
  STEPS,
} from "../../src/domain/session/lifecycle.ts";
import {
  composeOtp,
  OTP_ENTROPY_BYTES,
  OTP_LIFETIME_MS,
  OTP_RESEND_MS,
  OTP_SENDS_PER_HOUR,
  OTP_TRIES,
  OTP_WINDOW_MS,
} from "../../src/domain/session/otp.ts";
import { cancelOrder } from "../../src/domain/steps/cancel.ts";
import { at, sessionIn, shopAs } from "../domain/steps/cases.ts";
import { refundFactsOf } from "../domain/steps/paying.ts";
import { Checkout } from "../web/api/checkout.ts";
import { aPlacedOrder } from "../support/orders.ts";
import { ADDRESS, HOUR_MS, KNOWN_PHONE, mugs, withShop } from "../web/api/shop.ts";
import { withWorld, type World } from "../support/app.ts";
import { readRoot } from "../support/root.ts";
import { blocks, codes, section, table } from "./pages.ts";
import { OPERATOR } from "../support/operator.ts";

const page = await readRoot("docs/steps.md");
const operations = table(section(page, "Operations"), "Operation");

// deno-lint-ignore no-explicit-any -- a JSON document of nobody's type
type Json = any;

/** Fields of a body's `data`, with a question mark where they may be left out; of lists too. */
function fieldsOf(schema: Json, components: Json): string[] {
  const { $ref, properties = {}, required = [], items } = schema;
  if ($ref !== undefined) return fieldsOf(components.schemas[$ref.split("/").at(-1)], components);
  if (items !== undefined) return fieldsOf(items, components);
  return Object.entries(properties).flatMap(([name, one]) => [
    `${name}${required.includes(name) ? "" : "?"}`,
    // Fields of a line are described at Create Session.
    ...(name === "items" ? [] : fieldsOf(one, components)),
  ]);
}

Deno.test("docs/steps.md: every step's operation with its fields, and no others", () =>
  withWorld(async ({ send }) => {
    const { json: { paths, components } } = await send("GET", "/openapi.json");
    const expected = Object.entries<Json>(paths)
      .filter(([path]) => path.startsWith("/session/{id}/"))
      .flatMap(([path, item]) =>
        ["get", "put", "post", "delete"].filter((method) => method in item).map((method) => {
          const schema = item[method].requestBody?.content["application/json"].schema;
          const [data, ...fields] = schema === undefined ? [] : fieldsOf(schema, components);
          assert.ok(data === undefined || data.replace("?", "") === "data");
          return [`${method.toUpperCase()} ${path}`, ...fields];
        })
      );
    const shown = operations.map(([operation = "", data = ""]) => codes(`${operation} ${data}`));
    assert.deepEqual(shown.sort(), expected.sort());
    assert.equal(expected.length, 20);
    // All but the link to the checkout page.
    assert.ok((await readRoot("docs/api.md")).includes(`${expected.length - 1} [steps]`));
  }));

/** The steps of some rows. */
function stepsOf(rows: readonly string[][]): Step[] {
  return rows.flatMap(([, , , steps = ""]) => codes(steps)).map((name) => {
    const step = STEPS.find((one) => one === name);
    assert.ok(step, name);
    return step;
  });
}

Deno.test("docs/steps.md: every step of the lifecycle is some operation's, but for the three it names", () => {
  const others = ["session.expire", "payment.release", "order.collect"];
  const [text = ""] = section(page, "States").split("```");
  for (const step of others) assert.ok(codes(text).includes(step), step);
  assert.deepEqual([...stepsOf(operations), ...others].sort(), [...STEPS].sort());
});

/** The arrows of a state diagram: `INITIATED/DRAFT session.abandon ABANDONED/DRAFT`. */
function arrows(diagram: string, edits: readonly Step[]): string[] {
  const [head, ...lines] = diagram.trim().split("\n").map((line) => line.trim());
  assert.equal(head, "stateDiagram-v2");
  const states = new Map(
    lines.flatMap((line) => {
      const [, name, session, payment] = /^(\w+) : (\w+) \/ (\w+)$/.exec(line) ?? [];
      return name === undefined ? [] : [[name, `${session}/${payment}`]];
    }),
  );
  const cell = (name = "") => {
    const found = states.get(name);
    assert.ok(found, `${name} has no label`);
    return found;
  };
  return lines.filter((line) => line.includes("-->")).flatMap((line) => {
    const start = /^\[\*\] --> (\w+)$/.exec(line);
    if (start !== null) return [`[*] ${cell(start[1])}`];
    const [, from, to, label] = /^(\w+) --> (\w+) : ([\w., -]+)$/.exec(line) ?? [];
    assert.ok(label, line);
    const steps = label.split(", ").flatMap((one): readonly string[] =>
      one === "edit" ? edits : [one]
    );
    return steps.map((step) => `${cell(from)} ${step} ${cell(to)}`);
  });
}

/** The same of the program: every state that can be reached, and every step out of it. */
function actualArrows(): string[] {
  const reached = new Set<Cell>([cellOf(INITIAL_STATE)]);
  const found = [`[*] ${cellOf(INITIAL_STATE)}`];
  for (const cell of reached) {
    const state = ALL_STATES.find((one) => cellOf(one) === cell)!;
    for (const step of STEPS) {
      const next = advance(state, step);
      if (next === null) continue;
      reached.add(cellOf(next));
      found.push(`${cell} ${step} ${cellOf(next)}`);
    }
  }
  return found;
}

Deno.test("docs/steps.md: the diagram of the states is the table of the lifecycle", () => {
  const states = section(page, "States");
  const [diagram] = blocks(states, "mermaid");
  const edits = stepsOf(operations.slice(0, 11));
  assert.deepEqual(arrows(diagram?.text ?? "", edits).sort(), actualArrows().sort());
});

Deno.test("docs/steps.md: the rules of one-time codes are the program's", () => {
  const rows = table(section(page, "One-time codes"), "Rule");
  assert.equal(OTP_WINDOW_MS, HOUR_MS);
  assert.deepEqual(rows.map(([, value]) => Number(value)), [
    composeOtp(new Uint8Array(OTP_ENTROPY_BYTES)).length,
    OTP_LIFETIME_MS / 60_000,
    OTP_TRIES,
    OTP_RESEND_MS / 1000,
    OTP_SENDS_PER_HOUR,
    5000,
  ]);
});

/** A checkout of a verified customer with coins in the cart and an address. */
async function withCoins(world: World): Promise<Checkout> {
  const checkout = await Checkout.open(world, { items: mugs(1) });
  // Longer than has to be between two codes to one phone.
  world.clock.advance(HOUR_MS / 4);
  await checkout.verify();
  await checkout.step("PUT /address", ADDRESS);
  await checkout.step("PUT /coins", { coins: 10 });
  return checkout;
}

const PAID = { status: "PAID", reference: "pay_1" } as const;

Deno.test("docs/steps.md: coins move between accounts as the table says, and in no other way", () =>
  withShop(async (world) => {
    const { services, merchant, clock } = world;
    const failed = await withCoins(world);
    const { payment } = await failed.step("POST /payment");
    const result = { status: "FAILED", reference: "pay_1" };
    await failed.step(`POST /payment/${payment.payment_id}/result`, result);
    await failed.pay();
    await failed.step("POST /cancel", {});

    const late = await withCoins(world);
    const { payment: { payment_id, amount } } = await late.step("POST /payment");
    clock.advance(2 * HOUR_MS);
    await services.housekeeping.sweepAll();
    const { status } = await late.send(`POST /payment/${payment_id}/result`, { ...PAID, amount });
    assert.equal(status, 200);

    const correct = (coins: number) =>
      services.customers.correct(merchant.id, KNOWN_PHONE, {
        coins,
        reason: "a test",
        by: OPERATOR,
      });
    await correct(100);
    const { movements } = await correct(-100);
    const seen = new Set(movements.map(({ from, to }) => `${from} ${to}`));
    const rows = table(section(page, "Coins"), "From");
    const shown = rows.map(([from = "", to = ""]) => `${codes(from)} ${codes(to)}`);
    assert.deepEqual(shown.sort(), [...seen].sort());
  }));

Deno.test("docs/steps.md: the coins of a cancelled order come out as its example says", () => {
  const order = sessionIn(shopAs(), { ...at("COMPLETED", "PAID"), order: aPlacedOrder() });
  const request = {
    reason: null,
    facts: refundFactsOf({ used: 100, earned: 660 }),
    refund: null,
  };
  const after = (spent: number) => {
    const { session } = cancelOrder(order, request, shopAs({ coins: 1060 - spent }));
    const { coinsReturned, coinsTakenBack } = session.order!.cancellation!;
    return [coinsReturned, coinsTakenBack, session.priced.coins.available];
  };
  const [, example = ""] = section(page, "Cancelling an order").split("A checkout with curl");
  const numbers = [...example.matchAll(/(?<![.\d])\d+(?![.\d]*\d)/g)].map(([number]) =>
    Number(number)
  );
  const [used, before, , held, ...results] = numbers;
  assert.deepEqual([used, before, held], [100, 500, 1060]);
  assert.deepEqual(results.slice(0, 3), after(0));
  assert.deepEqual(results.slice(3, 8), [900, 160, 100, ...after(900).slice(1)]);
});
