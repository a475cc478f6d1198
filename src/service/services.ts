import { Activity } from "./activity.ts";
import { Catalog } from "./catalog.ts";
import { Coupons } from "./coupons.ts";
import type { Deps } from "./deps.ts";
import { Housekeeping } from "./housekeeping.ts";
import { Keys } from "./keys.ts";
import { Merchants } from "./merchants.ts";
import { Seeder } from "./seed.ts";
import { SessionAdmin } from "./session_admin.ts";
import { Sessions } from "./sessions.ts";
import { Shops } from "./shops.ts";

/** Everything that can be done, whoever asks: HTTP or the command line. */
export interface Services {
  readonly sessions: Sessions;
  readonly sessionAdmin: SessionAdmin;
  readonly keys: Keys;
  readonly merchants: Merchants;
  readonly coupons: Coupons;
  readonly catalog: Catalog;
  readonly seeder: Seeder;
  readonly housekeeping: Housekeeping;
  /** Answers when the database does; throws when it does not. */
  readonly ping: () => Promise<void>;
}

/** Puts the services together over one store. */
export function createServices(deps: Deps): Services {
  const shops = new Shops(deps.store, deps.monotonicMs);
  const activity = new Activity(deps.store);
  return {
    sessions: new Sessions(deps, shops, activity),
    sessionAdmin: new SessionAdmin(deps),
    keys: new Keys(deps, shops, activity),
    merchants: new Merchants(deps),
    coupons: new Coupons(deps),
    catalog: new Catalog(deps),
    seeder: new Seeder(deps),
    housekeeping: new Housekeeping(deps, activity),
    ping: async () => await deps.store.ping(),
  };
}
