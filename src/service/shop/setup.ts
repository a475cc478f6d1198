import type { Subject } from "../../domain/caller.ts";
import type { Change } from "../../domain/changes.ts";
import type { MerchantId } from "../../domain/ids.ts";
import type { Merchant, MerchantDraft } from "../../domain/shop/merchant.ts";
import { canSendCodes, settleVerification } from "../../domain/shop/phone_verification.ts";
import { factOf } from "../../domain/trail/fact.ts";
import { AUDITED_MERCHANT } from "../../domain/trail/shop.ts";
import { audited } from "../audit.ts";
import { commitOrRefuse } from "../commit.ts";
import type { Deps } from "../deps.ts";
import {
  type EndpointDeps,
  type EndpointRequest,
  type NewEndpoint,
  newEndpoint,
} from "../webhooks/endpoint.ts";
import { type KeyRequest, type NewKey, newKey } from "./keys.ts";

/** Data of a new shop. */
export interface SetupRequest {
  readonly merchant: MerchantDraft;
  readonly key: Omit<KeyRequest, "merchantId">;
  /** Null for no endpoint. */
  readonly webhook: Omit<EndpointRequest, "merchantId"> | null;
}

/** A new shop with its secrets, which are available only now. */
export interface Setup extends NewKey {
  readonly merchant: Merchant;
  readonly webhook: NewEndpoint | null;
}

/** Sets up shops. */
export class ShopSetup {
  readonly #deps: Pick<Deps, "store"> & EndpointDeps;

  constructor(deps: Pick<Deps, "store"> & EndpointDeps) {
    this.#deps = deps;
  }

  /**
   * The shop with a domain; null if the domain is free.
   *
   * @param domain in the form of `parseDomain`
   */
  async ownerOf(domain: string): Promise<Merchant | null> {
    return await this.#deps.store.merchants.byDomain(domain);
  }

  /**
   * Creates a shop with its first key and webhook endpoint in one commit. No server has cached the
   * shop yet, so there is nothing to wait for.
   *
   * @throws {AppError} `error.merchant-exists` when another shop has one of the domains;
   *   `error.invalid-request` for a webhook URL that may not be used
   */
  async create(request: SetupRequest, by: Subject): Promise<Setup> {
    const { store, newId, now } = this.#deps;
    const merchantId = newId() as MerchantId;
    const createdAt = now();
    const key = newKey(this.#deps, { ...request.key, merchantId });
    const webhook = request.webhook === null
      ? null
      : await newEndpoint(this.#deps, { ...request.webhook, merchantId });
    const settings = settleVerification(request.merchant, {
      before: null,
      canSendCodes: webhook !== null && canSendCodes([webhook.endpoint]),
      path: "",
    });
    const merchant = { ...settings, id: merchantId, createdAt, updatedAt: createdAt };
    const changes: Change[] = [
      { kind: "merchant.put", merchant },
      { kind: "key.add", key: key.key },
      ...webhook === null ? [] : [{ kind: "webhook.put", endpoint: webhook.endpoint } as const],
      audited(this.#deps, by, factOf(AUDITED_MERCHANT, "init", { before: null, after: merchant })),
    ];
    await commitOrRefuse(store, changes, { code: "error.merchant-exists" });
    return { merchant, ...key, webhook };
  }
}
