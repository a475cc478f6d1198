/** A shop without a programmer: codes by SMS and confirmations by e-mail, by a real server. */
import assert from "node:assert/strict";
import { aCart } from "../support/app.ts";
import { aShop } from "../support/ctl_shop.ts";
import { type Engine, SQLITE, testOnEngines } from "../support/engines.ts";
import { type MailServer, withMailServer } from "../support/mail_server_process.ts";
import { ctlJson, runCtl, type RunningServer, startServer } from "../support/process.ts";
import { Receiver } from "../support/receiver_process.ts";

const INSECURE = "--allow-insecure-webhooks";
const PHONE = "+919876543210";
const BODY = '{"to":"{phone}","text":"{text}"}';
const ADDRESS = {
  name: 'Asha "Ash" Rao',
  phone: PHONE,
  line1: "1 Hill Road",
  city: "Bengaluru",
  postal_code: "560001",
  country_code: "IN",
  email: "asha@home.example",
};

interface Parts {
  readonly folder: string;
  readonly sms: Receiver;
  readonly mail: MailServer;
  /** Takes a step of a session; its answer. */
  readonly step: Step;
}

// deno-lint-ignore no-explicit-any -- what came back is what the tests are about
type Step = (server: RunningServer, method: string, path: string, data?: unknown) => Promise<any>;

/** A shop with both channels, added by the command line as an operator would. */
async function withChannels(
  { withFolder }: Engine,
  test: (parts: Parts) => Promise<void>,
): Promise<void> {
  const sms = await Receiver.start();
  try {
    await withMailServer(
      { starttls: false, password: "s3cret" },
      (mail) =>
        withFolder(async (folder) => {
          const { merchantId, secret } = await aShop(folder);
          const shop = ["--merchant", merchantId];
          const gateway = ["--url", `${sms.url}/send`, "--header", "X-Key: s3cret", "--body", BODY];
          await ctlJson(folder, "channel", "add", "sms", ...shop, ...gateway, INSECURE);
          const server = `smtp://orders:s3cret@127.0.0.1:${mail.port}`;
          const from = ["--from", "orders@demo-store.example"];
          await ctlJson(folder, "channel", "add", "email", ...shop, "--url", server, ...from);
          const step: Step = async ({ url }, method, path, data) => {
            const response = await fetch(`${url}${path}`, {
              method,
              headers: { authorization: `Bearer ${secret}`, "content-type": "application/json" },
              ...(data !== undefined && { body: JSON.stringify({ data }) }),
            });
            const answer = await response.json();
            assert.ok(response.ok, `${method} ${path}: ${JSON.stringify(answer)}`);
            return answer.data;
          };
          await test({ folder, sms, mail, step });
        }),
    );
  } finally {
    await sms.end();
  }
}

testOnEngines(
  "a phone is proved by SMS and an order confirmed by e-mail, from start to end",
  (engine) =>
    withChannels(engine, async ({ folder, sms, mail, step }) => {
      const server = await startServer(folder, [INSECURE]);
      const { session_id } = await step(server, "POST", "/session", aCart().data);
      const session = `/session/${session_id}`;
      await step(server, "POST", `${session}/otp`, { phone: PHONE });
      const [asked] = await sms.take(1);
      assert.deepEqual([asked?.method, asked?.path], ["POST", "/send"]);
      assert.equal(asked?.headers["x-key"], "s3cret");
      const { to, text } = JSON.parse(asked?.body ?? "");
      assert.equal(to, PHONE);
      const [, otp] = /^(\d{6}) is your code for Demo, valid for 5 minutes\./.exec(text) ?? [];
      const { customer } = await step(server, "POST", `${session}/otp/verify`, {
        phone: PHONE,
        otp,
      });
      assert.equal(customer.phone, PHONE);

      await step(server, "PUT", `${session}/address`, ADDRESS);
      const { payment } = await step(server, "POST", `${session}/payment`);
      const { order } = await step(
        server,
        "POST",
        `${session}/payment/${payment.payment_id}/result`,
        {
          status: "PAID",
          amount: 698,
          currency: "INR",
          reference: "pay_1",
        },
      );
      const confirmed = await mail.take();
      assert.deepEqual([confirmed.from, confirmed.to], [
        "orders@demo-store.example",
        ["asha@home.example"],
      ]);
      assert.match(
        confirmed.raw,
        new RegExp(`^Subject: Your order ${order.number} at Demo\r$`, "m"),
      );
      assert.match(confirmed.raw, /^From: Demo <orders@demo-store\.example>\r$/m);
      assert.match(confirmed.raw, /^2 x Mug\r$/m);
      assert.match(
        confirmed.raw,
        /^Total: 698\.00 INR\r\nPaid: 698\.00 INR\r\nTo pay: 0\.00 INR\r$/m,
      );
      const [placed] = await sms.take(1);
      assert.equal(
        JSON.parse(placed?.body ?? "").text,
        `Demo: thank you for your order ${order.number}. Total: 698.00 INR.`,
      );

      const reason = ["--reason", "refused at the door", "--yes"];
      await ctlJson(folder, "session", "cancel", order.number, ...reason);
      const cancelled = await mail.take();
      assert.match(
        cancelled.raw,
        new RegExp(`^Your order ${order.number} at Demo was cancelled\\.\r$`, "m"),
      );
      const [told] = await sms.take(1);
      assert.equal(
        JSON.parse(told?.body ?? "").text,
        `Demo: your order ${order.number} was cancelled.`,
      );

      const { output } = await server.end("SIGTERM");
      const listed = await runCtl(
        folder,
        "--json",
        "channel",
        "list",
        "--merchant",
        "demo-store.example",
      );
      assert.doesNotMatch(output + listed.stdout, /s3cret|"otp"/);
      for (const { id } of JSON.parse(listed.stdout)) {
        const { stdout } = await runCtl(folder, "--json", "webhook", "deliveries", id);
        const deliveries: Record<string, unknown>[] = JSON.parse(stdout);
        assert.ok(deliveries.length > 0);
        assert.doesNotMatch(stdout, /s3cret|"otp"/);
        assert.deepEqual([...new Set(deliveries.map((one) => one["state"]))], ["DELIVERED"]);
      }
    }),
);

testOnEngines(
  "a confirmation is sent by the next server, after a refusal for now",
  (engine) =>
    withChannels(engine, async ({ folder, mail, step }) => {
      await mail.behave(450);
      const first = await startServer(folder, [INSECURE]);
      const { session_id } = await step(first, "POST", "/session", aCart().data);
      const session = `/session/${session_id}`;
      await step(first, "PUT", `${session}/address`, ADDRESS);
      const { payment } = await step(first, "POST", `${session}/payment`);
      const result = { status: "PAID", amount: 698, currency: "INR", reference: "pay_1" };
      await step(first, "POST", `${session}/payment/${payment.payment_id}/result`, result);
      assert.deepEqual(await mail.takeRefused(), { refused: "asha@home.example", reply: 450 });
      await first.end("SIGKILL");
      const second = await startServer(folder, [INSECURE]);
      assert.deepEqual((await mail.take()).to, ["asha@home.example"]);
      await second.end("SIGTERM");
    }),
  // The leases of a killed server last 30 s on PostgreSQL.
  { isLong: true },
);

Deno.test("channel test sends from the command line, with the permissions it has", () =>
  withChannels(SQLITE, async ({ folder, mail }) => {
    const test = ["channel", "test", "email", "--merchant", "demo-store.example"];
    const { code, stdout } = await runCtl(folder, ...test, "--to", "me@home.example");
    assert.equal(code, 0);
    assert.match(stdout, /^The message was accepted in \d+ ms: SMTP 250\n$/);
    assert.deepEqual((await mail.take()).to, ["me@home.example"]);
    await mail.behave(550);
    const refused = await runCtl(folder, ...test, "--to", "nobody@home.example");
    assert.equal(refused.code, 1);
    assert.match(refused.stderr, /not accepted: SMTP 550 5\.1\.1 to RCPT TO/);
    await mail.takeRefused();
  }));
