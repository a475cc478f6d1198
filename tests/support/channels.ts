/** Channels of the builders' shop, and a session whose customer they reach. */
import type { CheckoutSession } from "../../src/domain/session/session.ts";
import type { EmailChannel, SmsChannel } from "../../src/domain/shop/webhook.ts";
import { phoneOrigins } from "../../src/schema/phone.ts";
import { smsRequestFromText } from "../../src/schema/stored/endpoint.ts";
import { aSession } from "../store/support.ts";
import { aPlacedOrder, orderNumber } from "./orders.ts";
import { aMerchant, anAddress, NOW, uuid } from "./builders.ts";
import { plain } from "./secrets.ts";

/** Readers for messages of shops. */
export const MESSAGE_FORMS = { phoneOrigins, readSms: smsRequestFromText };

const COMMON = { merchantId: aMerchant().id, allowInsecure: false, disabledAt: null };

/** An SMS channel that sends everything. */
export function anSmsChannel(over: Partial<SmsChannel> = {}): SmsChannel {
  return {
    ...COMMON,
    kind: "sms",
    id: uuid(601),
    url: "https://sms.example/send",
    request: plain(JSON.stringify({
      method: "POST",
      url: "https://sms.example/send?key=s3cret",
      headers: { "content-type": "application/json", "authorization": "Bearer s3cret" },
      body: '{"to":"{phone}","text":"{text}","id":"{id}"}',
    })),
    events: ["otp.requested", "session.completed"],
    templates: {},
    createdAt: NOW + 1,
    ...over,
  };
}

/** An e-mail channel that sends everything. */
export function anEmailChannel(over: Partial<EmailChannel> = {}): EmailChannel {
  return {
    ...COMMON,
    kind: "email",
    id: uuid(602),
    url: "smtps://orders@mail.example:465",
    server: plain("smtps://orders:s3cret@mail.example:465"),
    from: "orders@demo-store.example",
    events: ["session.completed"],
    templates: { placed: { subject: "Order {order}", text: "Hi {name}: {total}" } },
    createdAt: NOW + 2,
    ...over,
  };
}

/** A session of a customer with phone and e-mail. */
export function aToldSession(n: number): CheckoutSession {
  const session = aSession(n, { order: aPlacedOrder({ number: orderNumber(n) }) });
  const address = anAddress({ name: "Asha Rao", email: "asha@home.example" });
  return { ...session, choices: { ...session.choices, address } };
}
