import assert from "node:assert/strict";
import { location, withOwner } from "./owner.ts";

Deno.test("a key is made for addresses, which its page shows; others are refused at the field", () =>
  withOwner("keys", async ({ owner, path, services, merchant }) => {
    const form = (allowed_from: string) => ({
      id: crypto.randomUUID(),
      name: "Office",
      mode: "live",
      scopes: "sessions:read",
      expires: "30d",
      allowed_from,
    });
    const refused = await owner.post(`${path}/new`, form("office.example"));
    assert.equal(refused.status, 422);
    assert.match(refused.text, /addresses or ranges such as 203\.0\.113\.0\/24/);
    assert.match(refused.text, /name="allowed_from"[^>]*value="office.example"/);
    const made = await owner.post(`${path}/new`, form("203.0.113.7, 2001:db8::/32"));
    assert.match(made.text, /203\.0\.113\.7\/32, 2001:db8::\/32/);
    const key = (await services.keys.list(merchant.id)).find(({ name }) => name === "Office");
    assert.deepEqual(key?.allowedFrom, ["203.0.113.7/32", "2001:db8::/32"]);
    const { text } = await owner.get(`${path}/${key.id}`);
    assert.match(text, /Allowed addresses<\/dt>\s*<dd>203\.0\.113\.7\/32, 2001:db8::\/32/);
    const change = { name: "Works", allowed_from: "198.51.100.7", expires: "same" };
    const saved = await owner.post(`${path}/${key.id}/update`, change);
    assert.equal(location(saved), `${path}/${key.id}?done=saved`);
    const changed = (await services.keys.list(merchant.id)).find(({ id }) => id === key.id);
    assert.deepEqual(changed, { ...key, name: "Works", allowedFrom: ["198.51.100.7/32"] });
    for (
      const [field, value] of [["name", " "], ["allowed_from", "x"], ["expires", "1y"]] as const
    ) {
      const again = await owner.post(`${path}/${key.id}/update`, { ...change, [field]: value });
      assert.equal(again.status, 422);
      assert.match(again.text, new RegExp(`id="update-${field}-error"`));
    }
  }));
