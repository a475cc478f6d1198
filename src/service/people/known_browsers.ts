import { AppError } from "../../domain/errors.ts";
import {
  BROWSER_NAME_BYTES,
  browserToken,
  readBrowserToken,
} from "../../domain/people/known_browser.ts";
import { ServerSecret, type ServerSecretDeps } from "../secrets/server_secret.ts";

/** Time after which a token is made anew. */
const RENEW_MS = 7 * 86_400_000;

/**
 * Browsers in which people have signed in, by a token that each of them keeps: none is stored here.
 * Wrong passwords from elsewhere keep no such browser out.
 */
export class KnownBrowsers {
  readonly #deps: ServerSecretDeps;
  readonly #secret: ServerSecret;

  constructor(deps: ServerSecretDeps) {
    this.#deps = deps;
    // Of all versions that run beside: one of another name would stop those before.
    this.#secret = new ServerSecret(deps, "recovery");
  }

  /** The name of a browser, if it is known to the person with a login; null for any other. */
  async find(login: string, token: string | undefined): Promise<string | null> {
    if (token === undefined) return null;
    const key = await keyOf(this.#secret.find());
    const own = login.trim().toLowerCase();
    const now = this.#deps.now();
    return key && (readBrowserToken(key, own, { token, now })?.name ?? null);
  }

  /**
   * The next token of a browser in which a person is signed in; null if it keeps the one it has, and
   * while the secret is locked or cannot be made.
   */
  async next(login: string, token = ""): Promise<string | null> {
    const key = await keyOf(this.#secret.findOrMake());
    if (key === null) return null;
    const { now, randomBytes } = this.#deps;
    const at = now();
    const known = readBrowserToken(key, login, { token, now: at });
    if (known !== null && at - known.at < RENEW_MS) return null;
    const name = known?.name ??
      randomBytes(BROWSER_NAME_BYTES).toBase64({ alphabet: "base64url" });
    return browserToken(key, login, { name, at });
  }
}

/** The secret; null if it is locked, or was not made. */
async function keyOf(secret: Promise<Uint8Array | null>): Promise<Uint8Array | null> {
  try {
    return await secret;
  } catch (error) {
    // Pages are readable while the database cannot write.
    if (error instanceof AppError) return null;
    throw error;
  }
}
