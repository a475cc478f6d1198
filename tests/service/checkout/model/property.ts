/** The property of the model test, over a store of either engine. */
import fc from "fast-check";
import type { Store } from "../../../../src/store/store.ts";
import { withWorld } from "../../../support/app.ts";
import { checkSessions } from "./check.ts";
import { COMMANDS } from "./commands.ts";
import { Model } from "./model.ts";
import { merchantOf, OTP_DAILY, stockUp } from "./shop.ts";
import { closeShop } from "./shopkeeper.ts";

/** A database that servers share. */
const SHARED_LAG_MS = 10_000;

/**
 * Rows of commands in a shop, each in an empty store.
 *
 * @param seen gets the names of the cases that were reached
 * @param open opens an empty store (default: SQLite in memory)
 */
export function modelProperty(seen: Set<string>, open?: () => Promise<Store>) {
  const kinds = fc.record({
    prepaid: fc.boolean(),
    ships: fc.boolean(),
    verifies: fc.constantFrom("never", "never", "never", "cod", "always"),
  });
  const rows = fc.commands(COMMANDS, { maxCommands: 200, size: "max" });
  return fc.asyncProperty(kinds, rows, async (kind, commands) => {
    await withWorld(async (world) => {
      await world.store.commit(stockUp(world.merchant));
      const lagMs = world.store.shared === null ? 0 : SHARED_LAG_MS;
      const model = new Model({ ...kind, lagMs });
      await fc.asyncModelRun(() => ({ model, real: { world, seen } }), commands);
      await checkSessions(model, world);
      await closeShop(world);
    }, { merchant: merchantOf(kind), rateLimit: 1_000_000, otpDaily: OTP_DAILY, open });
  });
}
