import { AppError } from "../domain/errors.ts";
import type { StoredSecret } from "../domain/secret.ts";
import {
  type ProviderAccount,
  providerPlace,
  providerSecretsFrom,
} from "../domain/shop/provider.ts";
import type { ProviderAccess } from "../payments/provider.ts";
import { SecretLocked, type Secrets } from "./secrets/secrets.ts";

/**
 * An account with its keys opened, for one call.
 *
 * @throws {AppError} `error.unavailable` if its keys are locked or deleted
 */
export function accessOf(
  account: ProviderAccount,
  secrets: Pick<Secrets, "open">,
): ProviderAccess {
  const { kind, livemode, secret } = account;
  if (kind === "demo") return { livemode, key: "", hookSecret: null };
  if (secret === null) {
    throw new AppError("error.unavailable", "The key of this account at the provider was deleted");
  }
  return { livemode, ...providerSecretsFrom(opened(secret, account, secrets)) };
}

/** The text of an account's keys. What the operator has to do is for the log, and not for shops. */
function opened(
  secret: StoredSecret,
  account: ProviderAccount,
  secrets: Pick<Secrets, "open">,
): string {
  try {
    return secrets.open(secret, providerPlace(account));
  } catch (cause) {
    if (!(cause instanceof SecretLocked)) throw cause;
    const message = "The key of the payment provider is locked: the server's operator can open it";
    throw new AppError("error.unavailable", message, { retryAfterSeconds: 60, cause });
  }
}
