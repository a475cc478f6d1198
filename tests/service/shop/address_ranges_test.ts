import assert from "node:assert/strict";
import { isWithin, readAddressRanges } from "../../../src/service/shop/address_ranges.ts";

const read = (text: string) => readAddressRanges(text, "from");

Deno.test("readAddressRanges() reads networks of both families, an address alone as one of one", () => {
  assert.deepEqual(read(""), []);
  assert.deepEqual(read("203.0.113.7"), ["203.0.113.7/32"]);
  assert.deepEqual(read("203.0.113.7/24, 2001:DB8::1/32\n203.0.113.0/24"), [
    "203.0.113.0/24",
    "2001:db8::/32",
  ]);
  assert.deepEqual(read("2001:db8::1"), ["2001:db8::1/128"]);
  assert.deepEqual(read("::ffff:203.0.113.7/120"), ["203.0.113.0/24"]);
  assert.deepEqual(read("::ffff:203.0.113.7"), ["203.0.113.7/32"]);
  assert.deepEqual(read("0.0.0.0/0 ::/0"), ["0.0.0.0/0", "::/0"]);
});

Deno.test("readAddressRanges() refuses what is no address or range, and too many", () => {
  const bad = [
    "203.0.113.0/33",
    "2001:db8::/129",
    "203.0.113.0/",
    "203.0.113.0/2/4",
    "example.com",
  ];
  for (const text of [...bad, "203.0.113", "0x7f.1", "203.0.113.0/-1", "fe80::1%eth0/64", "/8"]) {
    assert.throws(() => read(text), { code: "error.invalid-request", field: "from" }, text);
  }
  const many = Array.from({ length: 21 }, (_, n) => `203.0.113.${n}`).join(",");
  assert.throws(() => read(many), { message: "At most 20 ranges of addresses, got 21" });
});

Deno.test("isWithin() compares addresses of both families, mapped ones as IPv4", () => {
  const ranges = read("203.0.113.0/24 2001:db8::/32");
  for (const address of ["203.0.113.0", "203.0.113.255", "::ffff:203.0.113.9", "2001:db8:ff::1"]) {
    assert.equal(isWithin(ranges, address), true, address);
  }
  for (const address of ["203.0.112.255", "203.0.114.0", "2001:db9::1", "::1", "unix", ""]) {
    assert.equal(isWithin(ranges, address), false, address);
  }
});
