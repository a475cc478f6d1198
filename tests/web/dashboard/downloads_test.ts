import assert from "node:assert/strict";
import { audited, withOwner } from "./owner.ts";

Deno.test("a download of a file with persons is an entry of the audit trail, the list on a page is none", () =>
  withOwner("orders", async (scene) => {
    const { owner, path, clock } = scene;
    const before = await audited(scene);
    assert.equal((await owner.get(`${path}`)).status, 200);
    assert.equal((await owner.get(`${path}.csv`)).status, 200);
    assert.equal((await owner.get(`${path.replace("orders", "products")}.csv`)).status, 200);
    const added = async () => (await audited(scene)).slice(before.length);
    assert.deepEqual(await added(), ["anna export.download orders.csv"]);
    // The page that asks for the password is no download.
    clock.advance(6 * 60_000);
    await owner.get(`${path.replace("orders", "customers")}.csv`);
    assert.equal((await added()).length, 1);
  }));
