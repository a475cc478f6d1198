import { AppError, shown } from "../../domain/errors.ts";
import { type MerchantId, parseSessionId } from "../../domain/ids.ts";
import { parseOrderNumber } from "../../domain/session/order_number.ts";
import type { StoredSession } from "../../domain/session/stored.ts";
import type { Store } from "../../store/store.ts";

/**
 * Finds a session by its id or its order number, of any shop unless one is given.
 *
 * @throws {AppError} `error.session-not-found`; `error.conflict` if several shops have the number
 */
export async function findSession(
  { sessions }: Pick<Store, "sessions">,
  text: string,
  merchantId?: MerchantId,
): Promise<StoredSession> {
  const number = parseOrderNumber(text);
  if (number !== undefined) {
    const [stored, other] = await sessions.byOrderNumber(number, merchantId ?? null);
    if (other !== undefined) {
      const message = `Several shops have an order with this number, use its session id: ${number}`;
      throw new AppError("error.conflict", message);
    }
    if (stored !== undefined) return stored;
    throw new AppError("error.session-not-found", `No order has this number: ${number}`);
  }
  const id = parseSessionId(text);
  const stored = id === undefined ? null : await sessions.find(id);
  if (stored !== null && stored.merchantId === (merchantId ?? stored.merchantId)) return stored;
  throw new AppError("error.session-not-found", `No session has this id: ${shown(text)}`);
}
