import { deepEqual } from "node:assert/strict";
import { sessionEvent } from "../../../src/domain/events.ts";
import type { MerchantId } from "../../../src/domain/ids.ts";
import { recordEvents } from "../../../src/service/checkout/record_events.ts";
import { uuid } from "../../support/builders.ts";
import { Checkout } from "../../web/api/checkout.ts";
import { withShop } from "../../web/api/shop.ts";

Deno.test("recordEvents() makes none of a session of another shop, mode or currency, or of none", () =>
  withShop(async (world) => {
    const { store, clock: { now } } = world;
    const { id: sessionId, merchantId, livemode, currencyCode } = await (await Checkout.open(world))
      .stored();
    const own = { sessionId, merchantId, livemode, currencyCode };
    const cases = [
      [own, [sessionId]],
      [{ ...own, merchantId: uuid<MerchantId>(99) }, []],
      [{ ...own, livemode: !livemode }, []],
      [{ ...own, currencyCode: "EUR" }, []],
      [{ ...own, sessionId: uuid<typeof sessionId>(99) }, []],
    ] as const;
    for (const [record, expected] of cases) {
      const changes = await recordEvents(
        { store, now, newId: () => uuid(1) },
        record,
        (session) => [sessionEvent("session.created", session, {})],
      );
      const told = changes.map((change) => change.kind === "event.add" && change.event.sessionId);
      deepEqual(told, expected);
    }
  }));
