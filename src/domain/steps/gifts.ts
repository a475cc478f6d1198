import {
  type Decision,
  reprice,
  type StepContext,
  transition,
  updated,
} from "../decision/decision.ts";
import { AppError, shown } from "../errors.ts";
import type { CouponId, VariantId } from "../ids.ts";
import type { GiftClaim } from "../pricing/model.ts";
import type { CheckoutSession } from "../session/session.ts";

/** A requested gift. */
export interface GiftRequest {
  readonly couponId: CouponId;
  readonly variantId: VariantId;
  readonly quantity: number;
}

/**
 * Claims exactly these gifts, instead of earlier ones.
 *
 * @throws {AppError} `error.gift-not-available` for a locked offer, a variant that it does not
 *   have, or too many units; `error.out-of-stock`
 */
export function claimGifts(
  session: CheckoutSession,
  requests: readonly GiftRequest[],
  context: StepContext,
): Decision {
  const next = transition(session, "gifts.claim");
  const { offers } = reprice(withClaims(next, asked(requests, context)), context).priced;
  const claims = requests.map((request): GiftClaim => {
    const offer = offers.find(({ couponId }) => couponId === request.couponId);
    if (offer === undefined) throw notAvailable(`This offer is not unlocked: ${request.couponId}`);
    const product = offer.products.find(({ variants }) =>
      variants.some(({ variantId }) => variantId === request.variantId)
    );
    if (product === undefined) {
      throw notAvailable(`This offer does not include the variant: ${request.variantId}`);
    }
    return { ...request, productId: product.productId };
  });
  for (const { couponId, gift } of offers) {
    const wanted = claims.filter((claim) => claim.couponId === couponId)
      .reduce((sum, { quantity }) => sum + quantity, 0);
    if (wanted > gift.maxQuantity) {
      throw notAvailable(`This offer gives at most ${gift.maxQuantity}, got ${wanted}`);
    }
  }
  const claimed = reprice(withClaims(next, claims), context);
  // Gifts and paid units of a variant share its stock; for paid units alone the payment checks it.
  const out = claimed.priced.lines.find(({ giftOf, outOfStock }) => giftOf !== null && outOfStock);
  if (out !== undefined) {
    const left = context.rules.stock.get(out.variantId);
    throw new AppError("error.out-of-stock", `Only ${left} left of ${shown(out.title)}`);
  }
  return updated(claimed, "add-ons");
}

/** Requests as claims, so that a sold-out gift is reported as such. */
function asked(requests: readonly GiftRequest[], { catalog }: StepContext): GiftClaim[] {
  return requests.flatMap((request) => {
    const entry = catalog.get(request.variantId);
    return entry === undefined ? [] : [{ ...request, productId: entry.product.productId }];
  });
}

function withClaims(session: CheckoutSession, claims: readonly GiftClaim[]): CheckoutSession {
  return { ...session, choices: { ...session.choices, claims } };
}

function notAvailable(message: string): AppError {
  return new AppError("error.gift-not-available", message);
}
