import {
  type DueDelivery,
  type Endpoint,
  endpointPlace,
  secretOf,
} from "../../domain/shop/webhook.ts";
import { signingSecrets } from "../../domain/shop/webhook_secret.ts";
import type { Deps } from "../deps.ts";
import type { RecoveryLinks } from "../recovery/links.ts";
import type { Secrets } from "../secrets/secrets.ts";

/** Dependencies of {@link LockedSecrets}. */
export interface LockedSecretsDeps extends Pick<Deps, "now" | "warn"> {
  readonly secrets: Pick<Secrets, "isLocked">;
  readonly links: Pick<RecoveryLinks, "waitsFor">;
}

/** Finds deliveries that wait for the key of a secret: they are neither sent nor counted. */
export class LockedSecrets {
  readonly #deps: LockedSecretsDeps;
  /** Endpoints, and the secret of recovery links; each is logged once. */
  readonly #told = new Set<string>();

  constructor(deps: LockedSecretsDeps) {
    this.#deps = deps;
  }

  /** True for a delivery that cannot be signed, or sent by its channel, or be given its link. */
  async blocks({ endpoint, event }: Pick<DueDelivery, "endpoint" | "event">): Promise<boolean> {
    const { links, warn } = this.#deps;
    const name = this.#isLocked(endpoint)
      ? endpoint.id
      : await links.waitsFor(event)
      ? "recovery"
      : null;
    if (name === null) {
      this.#told.delete(endpoint.id);
      return false;
    }
    if (!this.#told.has(name)) {
      this.#told.add(name);
      warn("Deliveries wait for the key of a secret: name its file with --secrets-key", {
        secret: name,
        endpoint: endpoint.id,
        merchant: endpoint.merchantId,
      });
    }
    return true;
  }

  #isLocked(endpoint: Endpoint): boolean {
    const { secrets, now } = this.#deps;
    const used = endpoint.kind === "webhook"
      ? signingSecrets(endpoint, now())
      : [secretOf(endpoint)];
    return used.some((secret) => secrets.isLocked(secret, endpointPlace(endpoint)));
  }
}
