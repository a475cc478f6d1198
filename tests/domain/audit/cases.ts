/** Lines and sessions to look through. */
import type { CouponId } from "../../../src/domain/ids.ts";
import type { PricedLine } from "../../../src/domain/pricing/model.ts";
import { aLine, uuid } from "../../support/builders.ts";

/** A claimed gift as it is priced. */
export function aPricedGift(over: Partial<PricedLine> = {}): PricedLine {
  return {
    ...aLine({ unitPrice: 0 }),
    source: "ADD_ON",
    giftOf: uuid<CouponId>(29),
    subTotal: 0,
    discount: 0,
    total: 0,
    tax: 0,
    outOfStock: false,
    ...over,
  };
}
