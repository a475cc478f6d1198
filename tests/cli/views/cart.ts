/** Carts for receipts, and the part of a receipt that adds up. */
import assert from "node:assert/strict";
import type { Int64 } from "../../../src/domain/ids.ts";
import { int64 } from "../../support/builders.ts";
import { openSession, type Shell } from "../support.ts";

/** A line of a cart that brings its own price. */
export interface Line {
  readonly variantId?: Int64;
  readonly title: string;
  /** Major unit. */
  readonly price: number;
  readonly quantity: number;
  /** Further fields, as a store passes them. */
  readonly more?: Readonly<Record<string, unknown>>;
}

/** Opens a session of the shop on a cart; its id. */
export async function openCart(shell: Shell, lines: readonly Line[]): Promise<string> {
  const items = lines.map(({ variantId = int64(1), title, price, quantity, more }, i) => ({
    productId: int64(i + 1),
    variantId,
    quantity,
    fields: { title, price, ...more },
    path: `data.items[${i}]`,
  }));
  return await openSession(shell, { items });
}

/** Holds that these are the lines and totals of a session's receipt. */
export async function assertReceipt(shell: Shell, id: string, expected: string): Promise<void> {
  const { code, out, err } = await shell.run("session", "show", id);
  assert.equal(code, 0, err);
  const [, receipt = ""] = /\n(ITEM[^]*?)\n\n(?:TIME |No events )/.exec(out) ?? [];
  for (const line of out.split("\n")) assert.equal(line, line.trimEnd(), "nothing trails");
  assert.equal(`\n${receipt}\n`, expected);
}
