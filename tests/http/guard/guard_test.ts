import assert from "node:assert/strict";
import { bearerToken } from "../../../src/http/guard/auth.ts";
import { clientAddress } from "../../../src/http/guard/client_address.ts";
import { Framing } from "../../../src/http/guard/framing.ts";
import { requestPath } from "../../../src/http/guard/target.ts";

Deno.test("bearerToken() takes the token of a bearer header, the scheme in any case", () => {
  assert.equal(bearerToken("Bearer abc"), "abc");
  assert.equal(bearerToken("bearer  abc"), "abc");
});

Deno.test("bearerToken() takes nothing else", () => {
  for (
    const header of [
      null,
      "",
      "Bearer",
      "Bearer ",
      "Basic abc",
      "abc",
      "Bearer a b",
      "Bearer a, Bearer b",
    ]
  ) {
    assert.equal(bearerToken(header), undefined, String(header));
  }
});

Deno.test("clientAddress() is the socket's when no proxy is trusted", () => {
  assert.equal(clientAddress("192.0.2.1", "198.51.100.7", 0), "192.0.2.1");
});

Deno.test("clientAddress() believes as many hops as are trusted, from the right", () => {
  const forwarded = "203.0.113.9, 198.51.100.7, 192.0.2.44";
  assert.equal(clientAddress("10.0.0.1", forwarded, 1), "192.0.2.44");
  assert.equal(clientAddress("10.0.0.1", forwarded, 2), "198.51.100.7");
});

Deno.test("clientAddress() leaves out the port that some proxies name, and takes no odd forms", () => {
  const of = (claim: string) => clientAddress("10.0.0.1", claim, 1);
  assert.equal(of("192.0.2.44:4711"), "192.0.2.44");
  assert.equal(of("[2001:db8:1:2:3::1]:443"), "2001:db8:1:2::/64");
  assert.equal(of("[2001:db8:1:2:3::1]"), "2001:db8:1:2::/64");
  assert.equal(of("2001:db8:1:2:3::1"), "2001:db8:1:2::/64");
  assert.equal(of("::ffff:192.0.2.44"), "192.0.2.44");
  for (const odd of ["1", "0x7f.1", "192.0.2.44:port", "[192.0.2.44", "a:1"]) {
    assert.equal(of(odd), "10.0.0.1", odd);
  }
});

Deno.test("clientAddress() falls back to the socket's when the claim is missing or no address", () => {
  assert.equal(clientAddress("10.0.0.1", null, 1), "10.0.0.1");
  assert.equal(clientAddress("10.0.0.1", "unknown", 1), "10.0.0.1");
  assert.equal(clientAddress("10.0.0.1", "192.0.2.1", 2), "10.0.0.1");
});

Deno.test("clientAddress() takes IPv4 out of IPv6 and limits IPv6 by /64", () => {
  assert.equal(clientAddress("::ffff:192.0.2.1", null, 0), "192.0.2.1");
  const one = clientAddress("2001:db8:1:2:3:4:5:6", null, 0);
  assert.equal(one, clientAddress("2001:db8:1:2:ffff::1", null, 0));
  assert.notEqual(one, clientAddress("2001:db8:1:3::1", null, 0));
});

Deno.test("requestPath() cuts the path out of the address as it was sent", () => {
  assert.equal(requestPath("http://a.example/session?x=1", "a.example"), "/session");
  assert.equal(requestPath("http://a.example/a/../b%2e//c", "a.example"), "/a/../b%2e//c");
  assert.equal(requestPath("http://[::1]:80/x", "[::1]:80"), "/x");
  assert.equal(requestPath("http://a.example", "a.example"), "");
});

Deno.test("requestPath() takes the host of HTTP/2 from the address, but no made-up one", () => {
  assert.equal(requestPath("http://127.0.0.1:8080/x", null), "/x");
  assert.equal(requestPath("http://shop.example/x", null), "/x");
  assert.equal(requestPath("http://localhost:8080/x", null), undefined);
  assert.equal(requestPath("http://localhost:8080/x", "localhost:8080"), "/x");
});

Deno.test("requestPath() takes a name without Host under TLS alone, where it is that of HTTP/2", () => {
  for (const name of ["x", "shop.example", "shop.example:8080", "1.2.3.4.example"]) {
    assert.equal(requestPath(`http://${name}/x`, null, false), undefined, name);
    assert.equal(requestPath(`https://${name}/x`, null, true), "/x", name);
    assert.equal(requestPath(`http://${name}/x`, name, false), "/x", name);
  }
  for (const address of ["127.0.0.1", "127.0.0.1:8080", "[::1]:8080"]) {
    assert.equal(requestPath(`http://${address}/x`, null, false), "/x", address);
  }
});

Deno.test("requestPath() knows no path when Host is missing or could reach into it", () => {
  for (
    const host of ["", "evil/x?", "a b", "a#b", "user@a", "a,b", "a:port", "[::1", "a\\b"]
  ) {
    assert.equal(requestPath("http://evil/x?/session", host), undefined, String(host));
  }
});

Deno.test("Framing.isClear refuses two lengths and codings besides chunked", () => {
  const framing = (headers: Record<string, string>) => new Framing(new Headers(headers)).isClear;
  for (const headers of [{}, { "content-length": "5" }, { "transfer-encoding": "Chunked" }]) {
    assert.equal(framing(headers), true, JSON.stringify(headers));
  }
  for (
    const headers of [
      { "content-length": "5, 5" },
      { "content-length": "+5" },
      { "transfer-encoding": "gzip, chunked" },
      { "transfer-encoding": "identity" },
    ]
  ) {
    assert.equal(framing(headers), false, JSON.stringify(headers));
  }
});
