import type { Services } from "../../../src/service/services.ts";
import type { Bank } from "./banks.ts";

/** The demo provider, whose books are rows of the database. */
export function demoBank(services: () => Pick<Services, "demoBook">): Bank {
  const pages = new Set<string>();
  return {
    kind: "demo",
    secrets: undefined,
    send: () => Promise.reject(new Error("The demo provider is not called")),
    fail: () => {},
    act: async ({ paymentId }, act, { demoBook }) => {
      // The bank of the demo provider answers by itself, and takes what was asked for.
      if (act === "settle" || act === "bounce") return;
      pages.add(paymentId);
      await demoBook.note(paymentId, act === "submit" ? "wait" : act === "other" ? "pay" : act);
    },
    lingers: null,
    ledger: null,
    books: async () => {
      const books = new Map<string, { charges: number; pages: number }>();
      for (const id of pages) {
        const done = (await services().demoBook.find(id))?.done?.act;
        const charges = Number(done === "pay" || done === "wait" || done === "late");
        books.set(id, { charges, pages: 1 });
      }
      return books;
    },
    hook: null,
  };
}
