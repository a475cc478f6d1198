/** Keys of providers that no key of the server opens. */
import assert from "node:assert/strict";
import { AppError } from "../../src/domain/errors.ts";
import { accessOf } from "../../src/service/provider_access.ts";
import { SecretLocked } from "../../src/service/secrets/secrets.ts";
import { NOW, uuid } from "../support/builders.ts";
import { plain } from "../support/secrets.ts";
import { providerTest } from "../web/checkout_page/providers.ts";
import { LinkedPage } from "../web/checkout_page/link.ts";
import { seen } from "../web/checkout_page/at_provider.ts";

const SEALED = plain("sealed:0123456789abcdef:AAAA");

Deno.test("a locked key is 503, says nothing of the server, and has its reason for the log", () => {
  const account = {
    id: uuid(1),
    merchantId: uuid<never>(2),
    kind: "stripe",
    livemode: true,
    account: null,
    secret: SEALED,
    createdAt: NOW,
    removedAt: null,
  } as const;
  const open = () => {
    throw new SecretLocked(SEALED);
  };
  assert.throws(() => accessOf(account, { open }), (error) => {
    assert.ok(error instanceof AppError && error.code === "error.unavailable");
    assert.doesNotMatch(error.message, /--secrets-key|0123456789abcdef/);
    assert.match(String(error.cause), /0123456789abcdef/);
    return true;
  });
});

providerTest(
  "while its key is locked a payment is 503, and goes on afterwards",
  async (world, bank) => {
    const { store, merchant } = world;
    const [account] = await store.providers.of(merchant.id);
    const put = async (secret: typeof SEALED) => {
      await store.commit([{ kind: "provider.key", account: { ...account!, secret } }]);
      world.clock.advance(1000);
    };
    const page = await LinkedPage.open(world);
    await put(SEALED);
    const { status, headers } = await page.post("pay", await seen(page));
    assert.deepEqual([status, headers.get("retry-after")], [503, "60"]);
    assert.equal(bank.latest().reference, null);
    await put(account!.secret!);
    assert.equal((await page.post("pay", await seen(page))).status, 200);
    const { payment } = await page.checkout.stored();
    assert.equal(payment?.atProvider?.page?.reference, bank.latest().reference);
  },
);
