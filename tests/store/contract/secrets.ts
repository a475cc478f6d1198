import assert from "node:assert/strict";
import type { Secret } from "../../../src/domain/secret.ts";
import { CommitRefused } from "../../../src/store/store.ts";
import { NOW } from "../../support/builders.ts";
import type { Promised } from "../contract.ts";

/** Contract of the port: secrets of the server. */
export function secretContract(promised: Promised): void {
  promised("a secret is made once, and kept byte for byte", async (store) => {
    assert.equal(await store.secrets.find("recovery"), null);
    assert.deepEqual([await store.secrets.exist(), await store.secrets.keys()], [false, []]);
    const value = { stored: "A".repeat(43) };
    const secret: Secret = { name: "recovery", value, createdAt: NOW };
    await store.commit([{ kind: "secret.add", secret }]);
    const other = { ...secret, value: { stored: "B".repeat(43) } };
    await assert.rejects(
      store.commit([{ kind: "secret.add", secret: other }]),
      (error) => error instanceof CommitRefused && error.message === "Secret is made: recovery",
    );
    assert.deepEqual(await store.secrets.find("recovery"), secret);
    assert.equal(await store.secrets.exist(), true);
  });
}
