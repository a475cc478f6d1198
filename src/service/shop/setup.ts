import type { Change } from "../../domain/changes.ts";
import type { MerchantId } from "../../domain/ids.ts";
import type { Merchant, MerchantDraft } from "../../domain/shop/merchant.ts";
import { commitOrRefuse } from "../commit.ts";
import type { Deps } from "../deps.ts";
import { type EndpointRequest, type NewEndpoint, newEndpoint } from "../webhooks/endpoint.ts";
import { type KeyRequest, type NewKey, newKey } from "./keys.ts";

/** Everything that a shop begins with. */
export interface SetupRequest {
  readonly merchant: MerchantDraft;
  readonly key: Omit<KeyRequest, "merchantId">;
  /** Null: it is told of nothing yet. */
  readonly webhook: Omit<EndpointRequest, "merchantId"> | null;
}

/** A shop that was just set up, with the secrets that are shown only now. */
export interface Setup extends NewKey {
  readonly merchant: Merchant;
  readonly webhook: NewEndpoint | null;
}

/** Sets up whole shops. */
export class ShopSetup {
  readonly #deps: Pick<Deps, "store" | "now" | "newId" | "randomBytes">;

  constructor(deps: Pick<Deps, "store" | "now" | "newId" | "randomBytes">) {
    this.#deps = deps;
  }

  /**
   * The shop that has a domain; null when it is free.
   *
   * @param domain in the form of `parseDomain`
   */
  async ownerOf(domain: string): Promise<Merchant | null> {
    return await this.#deps.store.merchants.byDomain(domain);
  }

  /**
   * Makes a shop with its first key and webhook endpoint, in one commit: all of it is there
   * afterwards or none. No server knows of the shop before, so none has to learn that it changed.
   *
   * @throws {AppError} `error.merchant-exists` when another shop has one of the domains;
   *   `error.invalid-request` for a webhook URL that may not be used
   */
  async create(request: SetupRequest): Promise<Setup> {
    const { store, newId, now } = this.#deps;
    const merchantId = newId() as MerchantId;
    const createdAt = now();
    const merchant = { ...request.merchant, id: merchantId, createdAt, updatedAt: createdAt };
    const key = newKey(this.#deps, { ...request.key, merchantId });
    const webhook = request.webhook === null
      ? null
      : newEndpoint(this.#deps, { ...request.webhook, merchantId });
    const changes: Change[] = [
      { kind: "merchant.put", merchant },
      { kind: "key.add", key: key.key },
      ...webhook === null ? [] : [{ kind: "webhook.put", endpoint: webhook.endpoint } as const],
    ];
    await commitOrRefuse(store, changes, { code: "error.merchant-exists" });
    return { merchant, ...key, webhook };
  }
}
