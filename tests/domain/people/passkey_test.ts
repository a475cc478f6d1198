/** Challenges and answers of passkeys, by an authenticator that is a program. */
import assert from "node:assert/strict";
import {
  type ChallengeUse,
  composeChallenge,
  passkeyPlace,
  readNewPasskey,
  readPasskey,
} from "../../../src/domain/people/passkey.ts";
import { newPasskeyOf, passkeyOf } from "../../../src/schema/passkey.ts";
import { NOW } from "../../support/builders.ts";
import {
  aPasskey,
  type Deviation,
  FakePasskey,
  type KeyKind,
  type PageOptions,
} from "../../support/passkeys.ts";
import { base64url } from "../../../src/domain/people/passkey.ts";

const SECRET = new Uint8Array(32).fill(7);
const RANDOM = new Uint8Array(16).fill(3);
const ORIGIN = "http://localhost:8081";
const PLACE = { origin: ORIGIN, host: "localhost" };
const MAKE: ChallengeUse = { type: "webauthn.create", cookieHash: "a" };
const USE: ChallengeUse = { type: "webauthn.get", cookieHash: "" };
const MINUTE_MS = 60_000;

function challengeOf(use: ChallengeUse, at = NOW): string {
  return composeChallenge(SECRET, use, { at, random: RANDOM });
}

function expected(use: ChallengeUse, now = NOW) {
  return { secret: SECRET, place: PLACE, use, now };
}

const made = (key: FakePasskey, over: Deviation = {}, use = MAKE) =>
  newPasskeyOf(key.make({ challenge: challengeOf(use), rp: { id: "localhost" } }, over));

/** Reads an answer of a passkey of a person. */
function read(
  key: FakePasskey,
  over: Deviation = {},
  options: Partial<PageOptions> = {},
  { now = NOW, host = "localhost" } = {},
) {
  const text = key.use({ challenge: challengeOf(USE), rpId: "localhost", ...options }, over);
  const passkey = { ...aPasskey({ publicKey: key.publicKey, host }) };
  return readPasskey(passkeyOf(text)!, passkey, expected(USE, now));
}

for (const kind of ["ec", "ed25519", "rsa"] satisfies KeyKind[]) {
  Deno.test(`readPasskey() verifies a signature of ${kind}, and none of another key`, () => {
    const key = new FakePasskey({ kind, counter: 41 });
    const answer = made(key)!;
    assert.deepEqual(readNewPasskey(answer, expected(MAKE)), { at: NOW, counter: 42 });
    assert.deepEqual(read(key), { at: NOW, counter: 43 });
    const text = key.use({ challenge: challengeOf(USE), rpId: "localhost" });
    const { publicKey } = new FakePasskey({ kind });
    assert.equal(readPasskey(passkeyOf(text)!, aPasskey({ publicKey }), expected(USE)), undefined);
  });
}

/** Answers that are wrong in one thing. */
const WRONG: readonly (readonly [string, Deviation])[] = [
  ["another origin", { origin: "http://localhost:8082" }],
  ["a page within another one", { crossOrigin: true }],
  ["another type", { type: "payment.get" }],
  ["another host", { host: "evil.example" }],
  ["no person there", { flags: 0x44 }],
  ["no PIN or finger", { flags: 0x41 }],
];

Deno.test("an answer is refused that is wrong in one thing", () => {
  const key = new FakePasskey();
  assert.notEqual(read(key), undefined);
  for (const [what, over] of WRONG) {
    assert.equal(read(key, over), undefined, what);
    assert.equal(readNewPasskey(made(key, over)!, expected(MAKE)), undefined, what);
  }
  const someone = base64url(new TextEncoder().encode("someone else"));
  assert.equal(read(key, { user: someone }), undefined);
  assert.equal(read(key, {}, {}, { host: "dashboard.example" }), undefined);
  // Without a new key in the authenticator's data, or with another id.
  assert.equal(readNewPasskey(made(key, { flags: 0x05 })!, expected(MAKE)), undefined);
  assert.equal(readNewPasskey(made(key, { id: "AAAA" })!, expected(MAKE)), undefined);
});

Deno.test("a challenge is answered for its use alone, for 10 minutes, and cannot be made", () => {
  const key = new FakePasskey();
  const at = (challenge: string, now = NOW) => read(key, {}, { challenge }, { now });
  const own = challengeOf(USE);
  assert.equal(at(own, NOW + 10 * MINUTE_MS - 1)?.at, NOW);
  assert.equal(at(own, NOW + 10 * MINUTE_MS), undefined);
  assert.equal(at(own, NOW - 1), undefined);
  for (const use of [{ ...USE, cookieHash: "a" }, { ...USE, type: "webauthn.create" } as const]) {
    assert.equal(at(challengeOf(use)), undefined);
  }
  const other = composeChallenge(new Uint8Array(32), USE, { at: NOW, random: RANDOM });
  const later = own.replace(/^.{8}/, challengeOf(USE, NOW + 1).slice(0, 8));
  for (const challenge of [other, later, own.slice(1), `${own}AAAA`, "", "%"]) {
    assert.equal(at(challenge), undefined, challenge);
  }
});

Deno.test("text that is no answer is no answer", () => {
  const text = new FakePasskey().use({ challenge: challengeOf(USE), rpId: "localhost" });
  const whole = JSON.parse(text);
  assert.notEqual(passkeyOf(text), undefined);
  const wrong = ["", "x", "null", "[]", "{}"].concat(
    Object.keys(whole).flatMap((name) => [
      JSON.stringify({ ...whole, [name]: undefined }),
      JSON.stringify({ ...whole, [name]: "%" }),
    ]),
  ).filter((one) => !one.includes('"id":"%"'));
  for (const one of [...wrong, JSON.stringify({ ...whole, client: "AAAA" })]) {
    assert.equal(passkeyOf(one), undefined, one);
    assert.equal(newPasskeyOf(one), undefined, one);
  }
  for (const data of ["", "AAAA"]) {
    const short = passkeyOf(JSON.stringify({ ...whole, data }))!;
    assert.equal(readPasskey(short, aPasskey(), expected(USE)), undefined);
  }
});

Deno.test("passkeyPlace() takes names over https, and localhost", () => {
  const hostOf = (origin: string) => passkeyPlace(origin)?.host;
  assert.deepEqual(
    [
      "https://dashboard.example:8443",
      "http://localhost:8081",
      "http://dashboard.example",
      "https://192.0.2.1",
      "http://127.0.0.1:8081",
      "http://[::1]:8081",
    ].map(hostOf),
    ["dashboard.example", "localhost", undefined, undefined, undefined, undefined],
  );
});
