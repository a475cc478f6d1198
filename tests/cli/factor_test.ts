import assert from "node:assert/strict";
import { putAuthenticator } from "../store/contract/factors.ts";
import { aPersonSession } from "../support/people.ts";
import { createShop, withShell } from "./support.ts";

Deno.test("dashboard factor reset removes a second factor, and signs out of every browser", () =>
  withShell(async (shell) => {
    await createShop(shell);
    const { id: personId } = await shell.json(
      ...["dashboard", "user", "add", "anna", "--role", "owner"],
    );
    const reset = ["dashboard", "factor", "reset", "Anna", "--yes"];
    assert.match((await shell.run(...reset)).err, /anna has no second factor/);
    const session = aPersonSession({ personId });
    await shell.store.commit([
      putAuthenticator({ personId }),
      { kind: "recoveryCodes.set", personId, hashes: ["a".repeat(64)] },
      { kind: "signIn.add", session, withFactor: true },
    ]);
    assert.equal((await shell.json("dashboard", "user", "list"))[0].has_factor, true);
    assert.deepEqual((await shell.json(...reset)).has_factor, false);
    assert.equal((await shell.store.persons.find(personId))?.hasFactor, false);
    assert.deepEqual(await shell.store.persons.recoveryCodes(personId), []);
    assert.equal(await shell.store.persons.signIn(session.tokenHash), null);
  }));
