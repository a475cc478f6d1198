/** A checkout that is driven over HTTP, one step at a time. */
import assert from "node:assert/strict";
import type { ErrorCode } from "../../../src/domain/errors.ts";
import type { CouponId, SessionId } from "../../../src/domain/ids.ts";
import type { CheckoutSession } from "../../../src/domain/session/session.ts";
import { STATUS } from "../../../src/web/problem.ts";
import { envelope } from "../../../src/schema/api/fields.ts";
import { sessionSchema } from "../../../src/schema/api/session.ts";
import { aCart, type World } from "../../support/app.ts";
import { KNOWN_PHONE, MUG } from "./shop.ts";

const ANSWER = envelope(sessionSchema);

/** One session, driven by calls such as `POST /coupons`. */
export class Checkout {
  readonly world: World;
  readonly id: SessionId;
  readonly path: string;

  constructor(world: World, id: SessionId) {
    this.world = world;
    this.id = id;
    this.path = `/session/${id}`;
  }

  /** Opens one on two mugs, 698.00, unless told otherwise. */
  static async open(world: World, over: Record<string, unknown> = {}): Promise<Checkout> {
    const { status, json, text } = await world.send("POST", "/session", { body: aCart(over) });
    assert.equal(status, 201, text);
    return new Checkout(world, json.data.session_id);
  }

  /** Takes a step that has to succeed with a whole session; the session as it was answered. */
  // deno-lint-ignore no-explicit-any -- what came back is what the tests are about
  async step(call: string, data?: unknown): Promise<any> {
    const { status, json, text } = await this.send(call, data);
    assert.equal(status, 200, `${call}: ${text}`);
    ANSWER.parse(json);
    const { text: read } = await this.world.send("GET", this.path);
    assert.equal(text, read, `${call} answers as Get Session does`);
    return json.data;
  }

  /** Takes a step that has to be refused and to change nothing; the message. */
  async refused(call: string, data: unknown, code: ErrorCode): Promise<string> {
    const before = await this.#facts();
    const message = await this.#refusal(call, data, code);
    assert.deepEqual(await this.#facts(), before, `${call} was refused and changed something`);
    return message;
  }

  /** Takes a step that has to be refused after the session was kept at its new price. */
  async refusedAnew(call: string, data: unknown, code: ErrorCode): Promise<string> {
    const { version } = await this.stored();
    const message = await this.#refusal(call, data, code);
    assert.equal((await this.stored()).version, version + 1);
    return message;
  }

  /** Proves that a phone is the customer's by the code that the operator was told. */
  // deno-lint-ignore no-explicit-any -- as above
  async verify(phone = KNOWN_PHONE): Promise<any> {
    await this.step("POST /otp", { phone });
    return await this.step("POST /otp/verify", { phone, otp: this.lastCode() });
  }

  /** The code that the operator was told last. */
  lastCode(): string {
    return String(this.world.told.at(-1)?.["otp"]);
  }

  /** Starts the payment and reports that it was paid. */
  // deno-lint-ignore no-explicit-any -- as above
  async pay(): Promise<any> {
    const { payment } = await this.step("POST /payment");
    return await this.step(...paid(payment));
  }

  async send(call: string, data?: unknown, headers: Record<string, string> = {}) {
    const [method = "", suffix = ""] = call.split(/ (.*)/s);
    const body = data === undefined ? {} : { body: { data } };
    return await this.world.send(method, `${this.path}${suffix}`, { ...body, headers });
  }

  async stored(): Promise<CheckoutSession> {
    const stored = await this.world.store.sessions.find(this.id);
    assert.ok(stored);
    return stored.load();
  }

  /** Types of the session's events, oldest first. */
  async events(): Promise<string[]> {
    return (await this.world.store.sessions.events(this.id)).map(({ type }) => type);
  }

  /** A refused PAID is told of, and leaves the session as it was. */
  async #facts(): Promise<unknown> {
    const { store } = this.world;
    const events = (await this.events()).filter((type) => type !== "payment.unexpected");
    return [await this.stored(), events, await store.sessions.holds(this.id)];
  }

  async #refusal(call: string, data: unknown, code: ErrorCode): Promise<string> {
    const { status, json, text } = await this.send(call, data);
    assert.deepEqual([status, json?.error?.code], [STATUS[code], code], `${call}: ${text}`);
    return json.error.message;
  }
}

/** Call and body that report a payment as paid in full. */
export function paid(
  { payment_id, amount }: { readonly payment_id: string; readonly amount: number },
): [string, Record<string, unknown>] {
  const reference = `pay_${payment_id}`;
  return [`POST /payment/${payment_id}/result`, { status: "PAID", amount, reference }];
}

/** Units left of a variant: at hand, less those set aside. */
export async function left({ store, merchant }: World, variantId = MUG): Promise<number | null> {
  const entry = (await store.catalog.variants(merchant.id, [variantId])).get(variantId);
  assert.ok(entry);
  return entry.variant.inventoryQuantity;
}

/** Uses of a coupon, held ones included. */
export async function uses({ store }: World, id: CouponId): Promise<number> {
  return (await store.coupons.usage([id], null)).get(id)?.used ?? 0;
}

/** A line of a cart as the API shows it, as far as tests compare it. */
interface Line {
  readonly variant_id: number;
  readonly quantity: number;
  readonly total_price: number;
  readonly source: string;
}

/** Variant, units, amount and source of each line. */
export function linesOf({ items }: { items: Line[] }): [number, number, number, string][] {
  return items.map((one) => [one.variant_id, one.quantity, one.total_price, one.source]);
}
