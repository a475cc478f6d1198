import assert from "node:assert/strict";
import { createLogger } from "../../../src/process/log/log.ts";

async function textOf(fields: Readonly<Record<string, unknown>>): Promise<string> {
  let written = "";
  const logger = createLogger({
    level: "info",
    format: "text",
    now: () => 0,
    write: (text) => {
      written += text;
      return Promise.resolve();
    },
  });
  logger.warn("Told", fields);
  await logger.flush();
  return written;
}

Deno.test("a line of text stays one line, whatever a request brought for it", async () => {
  assert.equal(
    await textOf({ reference: "a\n00:00:00 ERROR b\r\u001b[31m\u009b\u2028\u202e", amount: 1 }),
    "00:00:00 WARN  Told reference=a\\u000a00:00:00 ERROR b\\u000d\\u001b[31m\\u009b\\u2028\\u202e " +
      "amount=1\n",
  );
});

Deno.test("a failure's stack keeps its lines in a text", async () => {
  assert.match(await textOf({ error: new Error("odd") }), /error=Error: odd\n +at /);
});
