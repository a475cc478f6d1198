import { z } from "zod";
import type { CoinUse } from "../../domain/pricing/model.ts";
import { COIN_PROVIDERS, type CoinProgram } from "../../domain/shop/merchant.ts";
import type { Currency } from "../../domain/values/money.ts";
import type { Form } from "../form.ts";
import { major, type NumberField } from "./fields.ts";

const worth: NumberField = z.number();

/** Loyalty coins (spec 2.7). */
export const coinSchema = z.strictObject({
  coin_ratio: z.strictObject({
    base_currency_value: worth.meta({
      description: "Value of `coin_value` coins, in the major unit",
    }),
    coin_value: z.number().meta({ description: "Coins that are worth `base_currency_value`" }),
  }).meta({ description: "Value of coins" }),
  config: z.strictObject({
    provider: z.enum(COIN_PROVIDERS).meta({ description: "`NONE` for a shop without coins" }),
    name: z.string().meta({ description: "Name to display" }),
    logo: z.string().meta({ description: "Logo URL; empty without one" }),
  }).meta({ description: "The loyalty programme" }),
  coin_available: z.number().min(0).meta({ description: "Coins that the customer has" }),
  coin_redeemable: z.number().min(0).meta({
    description: "Maximum number of coins for this cart",
  }),
  coin_used: z.number().min(0).meta({ description: "Coins used for this cart" }),
  coins_processing: z.number().min(0).meta({ description: "Coins held by pending payments" }),
}).meta({ id: "Coin" });

/** Encodes the coins of a cart; a shop without coins has the ratio 1 to 1. */
export function encodeCoin(
  use: CoinUse,
  program: CoinProgram | null,
  currency: Currency,
): Form<typeof coinSchema> {
  return {
    coin_ratio: {
      base_currency_value: program === null ? 1 : major(program.baseCurrencyValue, currency),
      coin_value: program?.coinValue ?? 1,
    },
    config: {
      provider: program?.provider ?? "NONE",
      name: program?.name ?? "",
      logo: program?.logo ?? "",
    },
    coin_available: use.available,
    coin_redeemable: use.redeemable,
    coin_used: use.used,
    coins_processing: use.processing,
  };
}

const { coin_available, coin_redeemable, coin_used, coins_processing } = coinSchema.shape;

/** The coins on a cart without the programme. */
export const coinUseSchema = z.object({
  coin_available,
  coin_redeemable,
  coin_used,
  coins_processing,
});

/** Decodes the coins on a cart. */
export function decodeCoinUse(coin: z.infer<typeof coinUseSchema>): CoinUse {
  return {
    available: coin.coin_available,
    redeemable: coin.coin_redeemable,
    used: coin.coin_used,
    processing: coin.coins_processing,
  };
}
