import type { CheckoutEvent } from "../../domain/events.ts";
import type { SessionId } from "../../domain/ids.ts";
import { returnUrlOf } from "../../domain/session/recovery.ts";
import { readRecoveryToken, recoveryToken } from "../../domain/session/recovery_token.ts";
import type { PageAddress } from "../page_address.ts";
import { SecretLocked } from "../secrets/secrets.ts";
import { ServerSecret, type ServerSecretDeps } from "../secrets/server_secret.ts";

/** Path of a recovery page, before its token. */
export const RECOVERY_PATH = "/c/recover/";

/** Dependencies of {@link RecoveryLinks}. */
export interface RecoveryLinksDeps extends ServerSecretDeps {
  readonly pages: Pick<PageAddress, "url">;
}

/** Makes and reads recovery links. Their secret is made when the first one is needed. */
export class RecoveryLinks {
  readonly #deps: RecoveryLinksDeps;
  readonly #secret: ServerSecret;

  constructor(deps: RecoveryLinksDeps) {
    this.#deps = deps;
    this.#secret = new ServerSecret(deps, "recovery");
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
    return await this.#secret.findOrMake().then(
      () => false,
      (error) => error instanceof SecretLocked,
    );
  }

  /** The link of a session. */
  async urlOf(id: SessionId, base: string): Promise<string> {
    return `${base}${RECOVERY_PATH}${recoveryToken(id, await this.#secret.findOrMake())}`;
  }

  /** The session that a token names; undefined for text that is no token of this server. */
  async sessionOf(token: string): Promise<SessionId | undefined> {
    return readRecoveryToken(token, await this.#secret.findOrMake());
  }
}
