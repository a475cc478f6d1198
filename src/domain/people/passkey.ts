import { createHmac, createPublicKey, hash, timingSafeEqual, verify } from "node:crypto";
import type { PersonId } from "../ids.ts";

/** Longest name of a passkey. */
export const MAX_PASSKEY_NAME = 50;
/** Time in which a challenge is answered. */
const CHALLENGE_MS = 10 * 60_000;
/** Random bytes of a challenge. */
export const CHALLENGE_BYTES = 16;
/** Bytes of a challenge's time. */
const TIME_BYTES = 6;
/** Algorithms of keys (COSE): every browser gives the public keys of these (WebAuthn 5.2.1.1). */
export const PASSKEY_ALGORITHMS = [-8, -7, -257] as const;

/** A passkey of a person (WebAuthn, level 3). */
export interface Passkey {
  /** Id of the credential, as base64url. */
  readonly id: string;
  readonly personId: PersonId;
  /** Chosen by the person. */
  readonly name: string;
  /** Host of the dashboard that it is for: a browser offers it nowhere else. */
  readonly host: string;
  /** SubjectPublicKeyInfo in DER, as base64url. */
  readonly publicKey: string;
  /** Signatures that its authenticator has counted; 0 for one that does not count. */
  readonly counter: number;
  readonly createdAt: number;
  /** When the last challenge that it answered was made: no earlier one can be answered. */
  readonly lastUsedAt: number;
}

/** Where a browser uses a passkey. */
export interface PasskeyPlace {
  /** `https://dashboard.example`. */
  readonly origin: string;
  /** The origin's host, without a port. */
  readonly host: string;
}

/**
 * The place of an origin. Passkeys are for names alone, and for pages over TLS or on `localhost`
 * (WebAuthn 5.1.2; Secure Contexts).
 */
export function passkeyPlace(origin: string): PasskeyPlace | undefined {
  const { hostname: host, protocol } = new URL(origin);
  const isAddress = host.startsWith("[") || /^[\d.]+$/.test(host);
  return !isAddress && (protocol === "https:" || host === "localhost")
    ? { origin, host }
    : undefined;
}

/** The use of a challenge; its answer is taken for nothing else. */
export interface ChallengeUse {
  readonly type: "webauthn.create" | "webauthn.get";
  /** Hash of the cookie of the browser that is signed in; empty for a sign-in. */
  readonly cookieHash: string;
}

/**
 * Makes a challenge: its time, random bytes, and an HMAC of both and of its use, so that it need not
 * be stored.
 *
 * @param random {@link CHALLENGE_BYTES} bytes from a cryptographic source
 */
export function composeChallenge(
  secret: Uint8Array,
  use: ChallengeUse,
  { at, random }: { readonly at: number; readonly random: Uint8Array },
): string {
  const time = new Uint8Array(8);
  new DataView(time.buffer).setBigUint64(0, BigInt(at));
  const start = new Uint8Array([...time.subarray(8 - TIME_BYTES), ...random]);
  return base64url(new Uint8Array([...start, ...macOf(secret, use, start)]));
}

/**
 * When a challenge was made.
 *
 * @returns undefined for text that is no challenge for this use, and for one that has expired
 */
function challengeTime(
  secret: Uint8Array,
  use: ChallengeUse,
  { text, now }: { readonly text: string; readonly now: number },
): number | undefined {
  const bytes = bytesOf(text);
  const length = TIME_BYTES + CHALLENGE_BYTES;
  const start = bytes?.subarray(0, length);
  const mac = bytes?.subarray(length);
  if (start === undefined || mac?.length !== 32) return undefined;
  if (!timingSafeEqual(mac, macOf(secret, use, start))) return undefined;
  const at = start.subarray(0, TIME_BYTES).reduce((time, byte) => time * 256 + byte, 0);
  return at <= now && now < at + CHALLENGE_MS ? at : undefined;
}

function macOf(secret: Uint8Array, { type, cookieHash }: ChallengeUse, start: Uint8Array) {
  return createHmac("sha256", secret).update(`${type} ${cookieHash} `).update(start).digest();
}

/** The parts that the answer of a browser has for a new passkey and for a known one. */
interface AnswerBase {
  /** Id of the credential, as base64url. */
  readonly id: string;
  /** The client data, and their bytes, which are signed. */
  readonly client: {
    readonly type: string;
    readonly challenge: string;
    readonly origin: string;
    readonly crossOrigin: boolean;
  };
  readonly clientBytes: Uint8Array;
  readonly authenticatorData: Uint8Array;
}

/** The answer with a new passkey. */
export interface NewPasskeyAnswer extends AnswerBase {
  /** SubjectPublicKeyInfo in DER. */
  readonly publicKey: Uint8Array;
}

/** The answer of a passkey. */
export interface PasskeyAnswer extends AnswerBase {
  readonly signature: Uint8Array;
  /** Id of the person whose passkey it is; null from an authenticator that does not keep it. */
  readonly userId: string | null;
}

/** The data that an answer must agree with. */
export interface ExpectedAnswer {
  readonly secret: Uint8Array;
  readonly place: PasskeyPlace;
  readonly use: ChallengeUse;
  readonly now: number;
}

/** An answer that is right. */
export interface RightAnswer {
  /** When its challenge was made. */
  readonly at: number;
  readonly counter: number;
}

/**
 * Checks the answer with a new passkey (WebAuthn 7.1). No attestation is asked for: it would say which
 * device it is, and nothing about the person. So nothing is signed, and a browser that sends another
 * key only harms the person who is signed in there.
 *
 * @returns undefined if it is wrong
 */
export function readNewPasskey(
  answer: NewPasskeyAnswer,
  expected: ExpectedAnswer,
): RightAnswer | undefined {
  const right = readAnswer(answer, expected);
  const { id, authenticatorData: data, publicKey } = answer;
  if (right === undefined || keyOf(publicKey) === undefined) return undefined;
  // Flag AT: the AAGUID, the length of the id, and the id follow.
  if ((data[32]! & 0x40) === 0 || data.length < 55) return undefined;
  const end = 55 + data[53]! * 256 + data[54]!;
  return data.length > end && base64url(data.subarray(55, end)) === id ? right : undefined;
}

/**
 * Checks the answer of a passkey (WebAuthn 7.2), but for its counter, which the commit compares.
 *
 * @returns undefined if it is wrong
 */
export function readPasskey(
  answer: PasskeyAnswer,
  { personId, publicKey, host }: Pick<Passkey, "personId" | "publicKey" | "host">,
  expected: ExpectedAnswer,
): RightAnswer | undefined {
  const right = readAnswer(answer, expected);
  const { userId, authenticatorData, clientBytes, signature } = answer;
  if (right === undefined || host !== expected.place.host) return undefined;
  if (userId !== null && userId !== personId) return undefined;
  const key = keyOf(bytesOf(publicKey) ?? new Uint8Array());
  if (key === undefined) return undefined;
  const signed = new Uint8Array([
    ...authenticatorData,
    ...hash("sha256", clientBytes, "buffer"),
  ]);
  const digest = key.asymmetricKeyType === "ed25519" ? null : "sha256";
  return verify(digest, signed, key, signature) ? right : undefined;
}

function readAnswer(
  { client, authenticatorData: data }: AnswerBase,
  { secret, place: { origin, host }, use, now }: ExpectedAnswer,
): RightAnswer | undefined {
  if (client.type !== use.type || client.origin !== origin || client.crossOrigin) return undefined;
  const at = challengeTime(secret, use, { text: client.challenge, now });
  if (at === undefined || data.length < 37) return undefined;
  if (base64url(data.subarray(0, 32)) !== hash("sha256", host, "base64url")) return undefined;
  // Flags UP and UV: the person was there, and has shown a PIN or a finger.
  if ((data[32]! & 0x05) !== 0x05) return undefined;
  return { at, counter: new DataView(data.buffer, data.byteOffset).getUint32(33) };
}

/** A key of one of {@link PASSKEY_ALGORITHMS}; undefined for any other. */
function keyOf(der: Uint8Array) {
  try {
    const key = createPublicKey({ key: der as never, format: "der", type: "spki" });
    const { namedCurve, modulusLength = 0 } = key.asymmetricKeyDetails ?? {};
    switch (key.asymmetricKeyType) {
      case "ed25519":
        return key;
      case "ec":
        return namedCurve === "prime256v1" || namedCurve === "p256" ? key : undefined;
      case "rsa":
        return modulusLength >= 2048 ? key : undefined;
      default:
        return undefined;
    }
  } catch {
    return undefined;
  }
}

/** Bytes as base64url without padding. */
export function base64url(bytes: Uint8Array): string {
  return bytes.toBase64({ alphabet: "base64url", omitPadding: true });
}

/** The bytes of {@link base64url}; undefined for other text. */
export function bytesOf(text: string): Uint8Array | undefined {
  if (!/^[\w-]*$/.test(text)) return undefined;
  try {
    return Uint8Array.fromBase64(text, { alphabet: "base64url" });
  } catch {
    return undefined;
  }
}
