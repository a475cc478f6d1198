/** Forms of API keys, as a browser sends them. */
import assert from "node:assert/strict";
import type { Seen, Visitor } from "./dashboard.ts";
import { fieldsOf } from "./owner.ts";

/** A new key, without the id that its page makes. */
export const NEW_KEY = {
  name: " Shop backend ",
  mode: "live",
  scopes: "sessions:read",
  expires: "90d",
  rate_limit: "250",
};

/** A rotation. */
export const ROTATE = { overlap: "1h", expires: "same" };

/** {@link NEW_KEY} with an id, as its page makes it. */
export async function newForm(owner: Visitor, path: string): Promise<[string, string][]> {
  const { text } = await owner.get(`${path}/new`);
  const id = new Map(fieldsOf(text)).get("id") ?? "";
  return [["id", id], ...Object.entries(NEW_KEY)];
}

/** The secret that an answer shows. */
export function secretOf({ status, text }: Seen): string {
  assert.equal(status, 200);
  return /<code>(ck_(?:live|test)_[0-9A-Za-z]{36})<\/code>/.exec(text)?.[1] ?? "";
}
