import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import fc from "fast-check";
import { Messages } from "../../../src/store/postgres/connection/socket.ts";

/** A message of the protocol with so many bytes behind its length. */
function aMessage(bytes: number, fill = 1): Buffer {
  const message = Buffer.alloc(5 + bytes, fill);
  message.writeUInt32BE(4 + bytes, 1);
  return message;
}

/** True if there is nothing but whole messages. */
function isWhole(bytes: Buffer): boolean {
  let end = 0;
  while (end + 5 <= bytes.length) end += 1 + bytes.readUInt32BE(end + 1);
  return end === bytes.length;
}

Deno.test("Messages gives whole messages, however they are cut", () => {
  const sizes = fc.array(fc.oneof(fc.nat(20), fc.integer({ min: 60_000, max: 300_000 })), {
    minLength: 1,
    maxLength: 12,
  });
  const cuts = fc.array(
    fc.oneof(fc.integer({ min: 1, max: 9 }), fc.integer({ max: 65_536, min: 1 })),
    {
      minLength: 1,
      maxLength: 20,
    },
  );
  fc.assert(
    fc.property(sizes, cuts, (sizes, cuts) => {
      const sent = Buffer.concat(sizes.map((size, i) => aMessage(size, i)));
      const messages = new Messages();
      const received: Buffer[] = [];
      for (let at = 0, i = 0; at < sent.length; i++) {
        const end = at + cuts[i % cuts.length]! + (i > 1000 ? 65_536 : 0);
        const whole = messages.add(sent.subarray(at, end));
        assert.ok(isWhole(whole));
        received.push(Buffer.from(whole));
        at = end;
      }
      assert.ok(Buffer.concat(received).equals(sent));
    }),
    { numRuns: 200 },
  );
});

Deno.test("Messages lets go of the memory that a long message took", () => {
  const messages = new Messages();
  const sizeOf = (bytes: number) => messages.add(aMessage(bytes)).buffer.byteLength;
  const usual = sizeOf(10);
  assert.ok(sizeOf(5_000_000) > 5_000_000);
  assert.equal(sizeOf(10), usual);
  assert.equal(sizeOf(10), usual);
});
