import assert from "node:assert/strict";
import { ask, latin1 } from "../support/raw_socket.ts";
import { head, type HostileServer, keyed, withServer } from "./server.ts";

const INVALID = "error.invalid-request";
const BROKEN = "error.invalid-json";
const ITEM = '{"product_id":1,"variant_id":11,"quantity":1,"price":349}';

const UTM = '{"name":"a","value":"b"}';
const LONG = "12345678901234567";

/** The body of Create Session with some more members; one character a byte. */
function cart(more: string, item = ITEM): string {
  return `{"data":{"shop_domain":"demo-store.example","items":[${item}]${more}}}`;
}

/** So many levels in all: two are the body's own, `data` and the object around it. */
function nested(levels: number): string {
  const inside = levels - 2;
  return cart(`,"extra":${"[".repeat(inside)}${"]".repeat(inside)}`);
}

function price(digits: string): string {
  return cart("", `{"product_id":1,"variant_id":12,"quantity":1,"price":${digits}}`);
}

function id(digits: string): string {
  return cart("", `{"product_id":${digits},"variant_id":11,"quantity":1,"price":1}`);
}

type Row = readonly [name: string, body: string, status: number, code: string | null];

const TEXT: readonly Row[] = [
  ["64 levels", nested(64), 201, null],
  ["65 levels", nested(65), 400, INVALID],
  ["a megabyte of open brackets", "[".repeat(1_000_000), 400, INVALID],
  ["a megabyte of open objects", '{"a":'.repeat(200_000), 400, INVALID],
  ["49,000 empty arrays", cart(`,"extra":[${"[],".repeat(49_000)}[]]`), 201, null],
  ["200,000 empty arrays", cart(`,"extra":[${"[],".repeat(200_000)}[]]`), 400, INVALID],
  ["300,000 empty objects", cart(`,"extra":[${"{},".repeat(300_000)}{}]`), 400, INVALID],
  ["500,000 numbers, one long", cart(`,"extra":[${LONG}${",1".repeat(500_000)}]`), 400, INVALID],
  ["100 UTM parameters", cart(`,"metadata":{"utm":[${Array(100).fill(UTM)}]}`), 201, null],
  [
    "101 UTM parameters, the last dropped",
    cart(`,"metadata":{"utm":[${Array(101).fill(UTM)}]}`),
    201,
    null,
  ],
  ["a key twice", cart(',"note":"a","note":"b"'), 400, INVALID],
  ["a key twice in disguise", cart(',"note":"a","n\\u006fte":"b"'), 400, INVALID],
  ["a key twice in an item", cart("", ITEM.replace("{", '{"quantity":9,')), 400, INVALID],
  ["a key twice where nobody looks", cart(',"extra":{"a":{"b":1,"b":1}}'), 400, INVALID],
  ["bytes that are no UTF-8", cart(',"note":"\xff"'), 400, BROKEN],
  ["UTF-8 that breaks off", cart(',"note":"\xe2\x82"'), 400, BROKEN],
  ["an overlong slash", cart(',"note":"\xc0\xaf"'), 400, BROKEN],
  ["a surrogate as raw bytes", cart(',"note":"\xed\xa0\x80"'), 400, BROKEN],
  ["a code point beyond Unicode", cart(',"note":"\xf4\x90\x80\x80"'), 400, BROKEN],
  ["UTF-16", cart("").replace(/./g, "\0$&"), 400, BROKEN],
  ["a byte order mark", `\xef\xbb\xbf${cart("")}`, 400, BROKEN],
  ["U+0000 raw", cart(',"note":"\0"'), 400, BROKEN],
  ["U+0000 escaped", cart(',"note":"\\u0000"'), 400, INVALID],
  ["U+0000 escaped in a key", cart(',"a\\u0000":1'), 400, INVALID],
  ["a lone surrogate escaped", cart(',"note":"\\ud83d"'), 400, INVALID],
  ["two surrogates the wrong way round", cart(',"note":"\\ude00\\ud83d"'), 400, INVALID],
  ["a pair of surrogates escaped", cart(',"note":"\\ud83d\\ude00"'), 201, null],
  ["a character of four bytes", cart(',"note":"\xf0\x9f\x98\x80"'), 201, null],
  ["a control character raw", cart(',"note":"a\nb"'), 400, BROKEN],
  ["no JSON", "data=x", 400, BROKEN],
  ["nothing", "", 400, BROKEN],
  ["white space", " \r\n", 400, BROKEN],
  ["two values", `${cart("")}${cart("")}`, 400, BROKEN],
  ["a comment", `${cart("")}//`, 400, BROKEN],
  ["null", "null", 400, INVALID],
  ["an array", `[${cart("")}]`, 400, INVALID],
  ["a text of JSON", JSON.stringify(cart("")), 400, INVALID],
];

const NUMBERS: readonly Row[] = [
  ["the largest id", id("9223372036854775807"), 201, null],
  ["the smallest id", id("-9223372036854775808"), 201, null],
  ["one more than the largest id", id("9223372036854775808"), 400, INVALID],
  ["an id with a fraction", id("1.0"), 400, INVALID],
  ["an id with an exponent", id("1e3"), 400, INVALID],
  ["an id in quotes", id('"1"'), 400, INVALID],
  ["an id of 100,000 digits", id("1".repeat(100_000)), 400, INVALID],
  ["1e400", price("1e400"), 400, INVALID],
  ["-1e400", price("-1e400"), 400, INVALID],
  ["1e400 where nobody looks", cart(',"extra":1e400'), 400, INVALID],
  ["400 digits where nobody looks", cart(`,"extra":${"9".repeat(400)}`), 400, INVALID],
  ["2^53+1 where nobody looks", cart(',"extra":9007199254740993'), 201, null],
  ["1e-400, which is 0 to a double", price("1e-400"), 400, INVALID],
  ["-1e-400", price("-1e-400"), 400, INVALID],
  ["1e-400 where nobody looks", cart(',"extra":1e-400'), 400, INVALID],
  ["0e-400, which is 0", price("0e-400"), 201, null],
  ["a price of 2^53+1", price("9007199254740993"), 400, INVALID],
  ["a price of 100,000 decimals", price(`1.${"0".repeat(100_000)}1`), 400, INVALID],
  ["a negative price", price("-1"), 400, INVALID],
  ["minus zero", price("-0"), 201, null],
  ["NaN", price("NaN"), 400, BROKEN],
  ["a leading zero", price("01"), 400, BROKEN],
  ["a plus sign", price("+1"), 400, BROKEN],
  ["hexadecimal", price("0x1"), 400, BROKEN],
];

const KEYS: readonly Row[] = [
  ["__proto__ beside data", `${cart("").slice(0, -1)},"__proto__":{"admin":true}}`, 201, null],
  ["__proto__ in data", cart(',"__proto__":{"note":"x"}'), 201, null],
  ["__proto__ for data", '{"__proto__":{"data":{}}}', 400, INVALID],
  [
    "__proto__ for a quantity",
    cart("", ITEM.replace('"quantity":1', '"__proto__":{"quantity":1}')),
    400,
    INVALID,
  ],
  [
    "__proto__ among attributes",
    cart(',"attributes":{"__proto__":"x","constructor":"y"}'),
    201,
    null,
  ],
  [
    "__proto__ among attributes as no text",
    cart(',"attributes":{"__proto__":{"a":1}}'),
    400,
    INVALID,
  ],
  ["constructor.prototype", cart(',"constructor":{"prototype":{"note":"x"}}'), 201, null],
  ["toString", cart(',"toString":1,"valueOf":null,"hasOwnProperty":[]'), 201, null],
  [
    "__proto__ among properties",
    cart("", ITEM.replace("}", ',"properties":{"__proto__":"x"}}')),
    201,
    null,
  ],
  ["an empty key", cart(',"":1'), 201, null],
];

for (const [kind, rows] of [["text", TEXT], ["number", NUMBERS], ["key", KEYS]] as const) {
  Deno.test(`no odd ${kind} of JSON gets past the reader, or is refused for nothing`, () =>
    withServer(async (server) => {
      for (const [name, body, status, code] of rows) {
        const answer = await post(server, body);
        assert.deepEqual([name, answer?.status, answer?.code], [name, status, code], answer?.text);
      }
      const failures = server.log.filter((entry) => entry.status >= 500);
      assert.deepEqual(failures, []);
      assert.equal(Object.keys(Object.prototype).length, 0);
    }));
}

Deno.test("what is read exactly is answered exactly: ids to the digit, odd names as names", () =>
  withServer(async (server) => {
    const line = '{"product_id":-9223372036854775808,"variant_id":9007199254740993,' +
      '"quantity":1,"price":349,"properties":{"__proto__":"x","constructor":"y"}}';
    const created = await post(server, cart("", line));
    const path = created?.headers.get("location");
    const read = await ask(server.port, head(`GET ${path}`, ...keyed(server)));
    assert.match(
      read?.text ?? "",
      /"product_id":-9223372036854775808,"variant_id":9007199254740993,/,
    );
    assert.match(read?.text ?? "", /"properties":\{"__proto__":"x","constructor":"y"\}/);
  }));

function post(server: HostileServer, body: string) {
  const length = `Content-Length: ${body.length}`;
  return ask(server.port, latin1(head("POST /session", ...keyed(server), length) + body));
}
