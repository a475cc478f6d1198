import { sealedBy } from "../../../domain/secret.ts";
import { isKeyDeleted, type ProviderAccount } from "../../../domain/shop/provider.ts";
import { PROVIDER_NAMES } from "../../../things/provider.ts";
import type { DashboardFormats } from "../parts/format.ts";
import { Banner } from "../parts/panel.tsx";
import type { ProviderModel } from "./model.ts";

/** The change just made to an account, or its provider's answer to a test. */
export function AccountChange({ model: { done, account, openPayments, formats } }: {
  readonly model: ProviderModel;
}) {
  const { kind } = account;
  switch (done) {
    case undefined:
      return "";
    case "added":
      return (
        <>
          <Banner tone="good">
            Added. It takes the shop's {modeText(account)} payments from now on.
          </Banner>
          <PlainTextWarning account={account} />
        </>
      );
    case "replaced":
      return (
        <>
          <Banner tone="good">Replaced. The new key is used from now on.</Banner>
          <PlainTextWarning account={account} />
        </>
      );
    case "tested":
      return (
        <Banner tone="good">
          {kind === "demo" ? "The demo provider works" : `${PROVIDER_NAMES[kind]} takes the key`},
          for {modeText(account)} payments
          {account.account === null ? "" : (
            <>
              {" "}of <bdi>{account.account}</bdi>
            </>
          )}.
        </Banner>
      );
    case "removed": {
      const isLost = isKeyDeleted(account);
      return (
        <Banner tone={isLost && openPayments > 0 ? "warn" : "good"}>
          Removed. {openPayments === 0
            ? isLost ? "Its key is deleted." : "It starts no more payments."
            : `${paymentsText(openPayments, formats)} under way there ${
              isLost ? "will get no result." : "will still be looked at."
            }`}
        </Banner>
      );
    }
  }
}

/** A warning of a key that every copy of the database has; nothing for a sealed one. */
function PlainTextWarning({ account: { secret } }: Pick<ProviderModel, "account">) {
  if (secret === null || sealedBy(secret) !== null) return "";
  return (
    <Banner tone="warn">
      The database has the key as plain text, and so have its backups: the server has no key for
      secrets. It seals the key once it is started with <code>--secrets-key</code>.
    </Banner>
  );
}

function modeText({ livemode }: Pick<ProviderAccount, "livemode">): string {
  return livemode ? "live" : "test";
}

/** `3 payments`. */
export function paymentsText(count: number, { whole }: Pick<DashboardFormats, "whole">): string {
  return `${whole(count)} ${count === 1 ? "payment" : "payments"}`;
}
