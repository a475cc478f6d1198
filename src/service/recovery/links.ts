import type { CheckoutEvent } from "../../domain/events.ts";
import type { SessionId } from "../../domain/ids.ts";
import { SECRET_BYTES, serverPlace } from "../../domain/secret.ts";
import { returnUrlOf } from "../../domain/session/recovery.ts";
import { readRecoveryToken, recoveryToken } from "../../domain/session/recovery_token.ts";
import { CommitRefused } from "../../store/store.ts";
import type { Deps } from "../deps.ts";
import type { PageAddress } from "../page_address.ts";
import { SecretLocked, type Secrets } from "../secrets/secrets.ts";

/** Path of a recovery page, before its token. */
export const RECOVERY_PATH = "/c/recover/";

const NAME = "recovery";

/** Dependencies of {@link RecoveryLinks}. */
export interface RecoveryLinksDeps extends Pick<Deps, "store" | "now" | "randomBytes"> {
  readonly secrets: Pick<Secrets, "seal" | "open">;
  readonly pages: Pick<PageAddress, "url">;
}

/** Makes and reads recovery links. Their secret is made when the first one is needed. */
export class RecoveryLinks {
  readonly #deps: RecoveryLinksDeps;
  #secret: Promise<Uint8Array> | undefined;

  constructor(deps: RecoveryLinksDeps) {
    this.#deps = deps;
  }

  /**
   * Adds the link to a `session.idle` event that is about to be sent. It needs checkout pages
   * and a page of the shop to return to.
   */
  async withLink(event: CheckoutEvent): Promise<CheckoutEvent> {
    const { pages: { url: base }, store } = this.#deps;
    const { sessionId } = event;
    if (base === undefined || sessionId === null) return event;
    const merchant = await store.merchants.find(event.merchantId);
    if (merchant === null) return event;
    if (returnUrlOf(merchant) === "") {
      const stored = await store.sessions.find(sessionId);
      if (stored?.load().onPage !== true) return event;
    }
    const recovery_url = await this.urlOf(sessionId, base);
    return { ...event, data: { ...event.data, recovery_url } };
  }

  /** True while the event would be sent without its link, because the secret is locked. */
  async waitsFor({ type }: Pick<CheckoutEvent, "type">): Promise<boolean> {
    if (type !== "session.idle" || this.#deps.pages.url === undefined) return false;
    return await this.#read().then(() => false, (error) => error instanceof SecretLocked);
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
    const { store, now, randomBytes, secrets } = this.#deps;
    const known = await store.secrets.find(NAME);
    if (known !== null) {
      const text = secrets.open(known.value, serverPlace(NAME));
      return Uint8Array.fromBase64(text, { alphabet: "base64url" });
    }
    const made = randomBytes(SECRET_BYTES);
    const text = made.toBase64({ alphabet: "base64url", omitPadding: true });
    const value = await secrets.seal(text, serverPlace(NAME));
    try {
      await store.commit([{ kind: "secret.add", secret: { name: NAME, value, createdAt: now() } }]);
      return made;
    } catch (error) {
      if (!(error instanceof CommitRefused)) throw error;
      // Another server has made it.
      return await this.#findOrMake();
    }
  }
}
