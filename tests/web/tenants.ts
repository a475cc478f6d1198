/** Two merchants on one server, and everything of the second that the first may name. */
import assert from "node:assert/strict";
import type { Change } from "../../src/domain/changes.ts";
import { type MerchantId, parseSessionId } from "../../src/domain/ids.ts";
import { aCart, type Answer, type World } from "../support/app.ts";
import {
  aCustomer,
  aMerchant,
  aProduct,
  aVariant,
  FOREVER,
  int64,
  uuid,
} from "../support/builders.ts";
import { aCode, aStock, gift } from "../support/shop.ts";
import { ADDRESS, mugs, RULES, withShop } from "./api/shop.ts";
import { SCOPES } from "../../src/domain/shop/api_key.ts";
import { OPERATOR } from "../support/operator.ts";

/** References of another merchant, and unknown ones of the same length that sort beside them. */
export const REFERENCES = {
  id: { theirs: "", nobodys: uuid(998) },
  payment_id: { theirs: "", nobodys: uuid(997) },
  refund_id: { theirs: "", nobodys: uuid(996) },
  number: { theirs: "", nobodys: "K7Q2-9MXD" },
  after: { theirs: "", nobodys: uuid(995) },
  code: { theirs: "THEIRS", nobodys: "NOBODY" },
  coupon_id: { theirs: uuid(70), nobodys: uuid(71) },
  product_id: { theirs: "77", nobodys: "78" },
  variant_id: { theirs: "777", nobodys: "778" },
  phone: { theirs: "+919812345678", nobodys: "+919812345679" },
  shop_domain: { theirs: "theirs.example", nobodys: "nobody.example" },
  "idempotency-key": { theirs: "their-key", nobodys: "other-key" },
} as const;

export type Reference = keyof typeof REFERENCES;

/** The two merchants: the world's own, and the other with one of everything. */
export interface Tenants {
  readonly world: World;
  /** A session of the world's own merchant, on two mugs. */
  readonly sessionId: string;
  /** Ids of the other merchant's session, payment and refund, and the number of an order. */
  readonly theirs: {
    readonly id: string;
    readonly payment_id: string;
    readonly refund_id: string;
    readonly number: string;
  };
  /** The other's API key. */
  readonly theirSecret: string;
  /** All that the other has, to see that it stays. */
  facts(): Promise<unknown>;
}

const THEM = uuid<MerchantId>(2);

function theirChanges(): Change[] {
  const merchantId = THEM;
  const domains = [REFERENCES.shop_domain.theirs];
  const merchant = aMerchant({ id: merchantId, domains, name: "Theirs", rules: RULES });
  const productId = int64(77);
  const variants = [aVariant({ productId, variantId: int64(777), price: 12_300, title: "Secret" })];
  const lamp = { productId, id: uuid(72), title: "Secret lamp", handle: "lamp", variants };
  const offer = { ...gift(0, 1, 77), targetType: "QUANTITY", target: 1 } as const;
  return [
    { kind: "merchant.put", merchant },
    ...aStock({
      merchantId,
      products: [aProduct(lamp)],
      coupons: [
        aCode(73, "THEIRS", { merchantId }),
        aCode(70, "THEIRGIFT", { merchantId, applicationType: "AUTOMATIC", gift: offer }),
      ],
      customer: aCustomer({ id: uuid(51), merchantId, phone: REFERENCES.phone.theirs }),
      coins: 900,
    }),
  ];
}

/** Places an order and refunds it; its number and the refund's id. */
async function refunded(
  them: (call: string, data: unknown) => Promise<Answer>,
  cart: unknown,
): Promise<{ readonly number: string; readonly refund_id: string }> {
  const path = `/session/${(await them("POST /session", cart)).json.data.session_id}`;
  await them(`PUT ${path}/address`, ADDRESS);
  const { payment_id, amount } = (await them(`POST ${path}/payment`, undefined)).json.data.payment;
  const paid = { status: "PAID", amount, reference: "pay_theirs" };
  await them(`POST ${path}/payment/${payment_id}/result`, paid);
  const { order: { number }, refunds: [{ id: refund_id }] } =
    (await them(`POST ${path}/refund`, { all: true })).json.data;
  return { number, refund_id };
}

/** Runs a test between two merchants; every run of it begins with the same bytes. */
export async function withTenants(test: (tenants: Tenants) => Promise<void>): Promise<void> {
  await withShop(async (world) => {
    const { send, store, services } = world;
    await store.commit(theirChanges());
    const scopes = new Set(SCOPES);
    const keyRequest = { merchantId: THEM, name: "theirs", scopes, ...FOREVER };
    const { secret } = await services.keys.create(keyRequest, OPERATOR);
    const them = async (call: string, data: unknown, headers = {}): Promise<Answer> => {
      const [method = "", path = ""] = call.split(" ");
      const answer = await send(method, path, { body: { data }, secret, headers });
      assert.ok(answer.status < 300, `${call}: ${answer.text}`);
      return answer;
    };
    const { data: cart } = aCart({ shop_domain: REFERENCES.shop_domain.theirs });
    const items = [{ product_id: 77, variant_id: 777, quantity: 1 }];
    const created = await them("POST /session", { ...cart, items }, {
      "idempotency-key": REFERENCES["idempotency-key"].theirs,
    });
    const id: string = created.json.data.session_id;
    await them(`POST /session/${id}/coupons`, { code: REFERENCES.code.theirs });
    await them(`POST /session/${id}/otp`, { phone: REFERENCES.phone.theirs });
    await them(`PUT /session/${id}/address`, ADDRESS);
    const started = await them(`POST /session/${id}/payment`, undefined);
    const payment_id: string = started.json.data.payment.payment_id;
    const order = await refunded(them, { ...cart, items });
    const sessionId = parseSessionId(id);
    assert.ok(sessionId);
    const mine = await send("POST", "/session", { body: aCart({ items: mugs(2) }) });
    await test({
      world,
      sessionId: mine.json.data.session_id,
      theirs: { id, payment_id, ...order },
      theirSecret: secret,
      facts: async () => [
        (await store.sessions.find(sessionId))?.load(),
        await store.customers.byPhone(THEM, REFERENCES.phone.theirs),
        await store.sessions.holds(sessionId),
        await store.sessions.events(sessionId),
      ],
    });
  });
}
