/** Limits that pages name: each is asked of the module that holds it. */
import assert from "node:assert/strict";
import { DRAIN_LIMIT_BYTES } from "../../src/http/guard/unread_body.ts";
import { CommitQueue, MAX_PENDING } from "../../src/store/commit/queue.ts";
import { AppError } from "../../src/domain/errors.ts";
import { readRoot } from "../support/root.ts";

Deno.test("docs/api.md: so much of a refused body is read as is drained", async () => {
  const [, mib] =
    /up to (\d+) MiB\s+of the body are then read/.exec(await readRoot("docs/api.md")) ??
      [];
  assert.equal(Number(mib) * 1024 * 1024, DRAIN_LIMIT_BYTES);
});

Deno.test("docs/operating.md: a write that finds so many waiting is answered as said", async () => {
  const page = (await readRoot("docs/operating.md")).replaceAll(/\s+/g, " ");
  assert.ok(page.includes("503 `error.unavailable` with `Retry-After`"));
  assert.ok(page.includes(`when ${MAX_PENDING} writes are already waiting`));
  const { promise: written, resolve } = Promise.withResolvers<void>();
  const queue = new CommitQueue({
    target: {
      write: async (batch) => {
        await written;
        return { kind: "done", outcomes: batch.map(() => ({ kind: "stands" })) };
      },
      close: () => {},
    },
    busyTimeoutMs: 0,
    retryForMs: 0,
    delay: () => Promise.resolve(),
  });
  const waiting = Array.from({ length: MAX_PENDING }, () => queue.commit([]));
  const refused = await queue.commit([]).then(() => undefined, (error) => error);
  assert.ok(refused instanceof AppError);
  assert.deepEqual([refused.code, refused.retryAfterSeconds], ["error.unavailable", 1]);
  resolve();
  await Promise.all(waiting);
  await queue.close();
});
