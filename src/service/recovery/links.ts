import type { CheckoutEvent } from "../../domain/events.ts";
import type { SessionId } from "../../domain/ids.ts";
import { SECRET_BYTES } from "../../domain/secret.ts";
import { returnUrlOf } from "../../domain/session/recovery.ts";
import { readRecoveryToken, recoveryToken } from "../../domain/session/recovery_token.ts";
import { CommitRefused } from "../../store/store.ts";
import type { Deps } from "../deps.ts";

/** Path of a recovery page, before its token. */
export const RECOVERY_PATH = "/c/recover/";

/** Makes and reads recovery links. Their secret is made when the first one is needed. */
export class RecoveryLinks {
  readonly #deps: Pick<Deps, "store" | "now" | "randomBytes">;
  #base: string | undefined;
  #secret: Promise<Uint8Array> | undefined;

  constructor(deps: Pick<Deps, "store" | "now" | "randomBytes">) {
    this.#deps = deps;
  }

  /** Sets the public URL of the checkout pages, without a slash at its end. Links need it. */
  servedAt(base: string): void {
    this.#base = base;
  }

  /**
   * Adds the link to a `session.idle` event that is about to be sent. It needs checkout pages
   * and a page of the shop to return to.
   */
  async withLink(event: CheckoutEvent): Promise<CheckoutEvent> {
    if (this.#base === undefined) return event;
    const merchant = await this.#deps.store.merchants.find(event.merchantId);
    if (merchant === null || returnUrlOf(merchant) === "") return event;
    const url = await this.urlOf(event.sessionId, this.#base);
    return { ...event, data: { ...event.data, recovery_url: url } };
  }

  /** The link of a session. */
  async urlOf(id: SessionId, base: string): Promise<string> {
    return `${base}${RECOVERY_PATH}${recoveryToken(id, await this.#read())}`;
  }

  /** The session that a token names; undefined for text that is no token of this server. */
  async sessionOf(token: string): Promise<SessionId | undefined> {
    return readRecoveryToken(token, await this.#read());
  }

  /** A failed attempt is repeated by the next call. */
  #read(): Promise<Uint8Array> {
    return this.#secret ??= this.#findOrMake().catch((error) => {
      this.#secret = undefined;
      throw error;
    });
  }

  async #findOrMake(): Promise<Uint8Array> {
    const { store, now, randomBytes } = this.#deps;
    const known = await store.secrets.find("recovery");
    if (known !== null) return known.value;
    const value = randomBytes(SECRET_BYTES);
    try {
      await store.commit([
        { kind: "secret.add", secret: { name: "recovery", value, createdAt: now() } },
      ]);
      return value;
    } catch (error) {
      if (!(error instanceof CommitRefused)) throw error;
      // Another server has made it.
      return await this.#findOrMake();
    }
  }
}
