import type { RawLine } from "../../domain/cart/cart.ts";
import type { GiftRequest } from "../../domain/steps/gifts.ts";
import type { StepOptions } from "./checkout.ts";

/** Options of a step that enters a coupon code. */
export function withCode(code: string): StepOptions<string> {
  return { input: () => code, needs: () => ({ code }) };
}

/** Options of a step that replaces the lines of the cart. */
export function withLines(lines: readonly RawLine[]): StepOptions<readonly RawLine[]> {
  return { input: () => lines, needs: () => ({ lines }) };
}

/** Options of a step that claims gifts. */
export function withGifts(gifts: readonly GiftRequest[]): StepOptions<readonly GiftRequest[]> {
  return {
    input: () => gifts,
    needs: () => ({ variantIds: gifts.map(({ variantId }) => variantId) }),
  };
}
