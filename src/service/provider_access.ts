import { AppError } from "../domain/errors.ts";
import {
  type ProviderAccount,
  providerPlace,
  providerSecretsFrom,
} from "../domain/shop/provider.ts";
import type { ProviderAccess } from "../payments/provider.ts";
import type { Secrets } from "./secrets/secrets.ts";

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
  return { livemode, ...providerSecretsFrom(secrets.open(secret, providerPlace(account))) };
}
