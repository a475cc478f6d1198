/** Passkeys made by a program, as an authenticator and the page's script make them. */
import { createHash, generateKeyPairSync, type KeyObject, sign } from "node:crypto";
import { base64url, bytesOf, type Passkey } from "../../src/domain/people/passkey.ts";
import { NOW } from "./builders.ts";
import { aPerson } from "./people.ts";

/** Options as they are in a page. */
export interface PageOptions {
  readonly challenge: string;
  readonly rp?: { readonly id: string };
  readonly rpId?: string;
  readonly user?: { readonly id: string };
  readonly allowCredentials?: readonly string[];
}

/** What differs from an honest browser and authenticator. */
export interface Deviation {
  readonly origin?: string;
  readonly host?: string;
  readonly type?: string;
  readonly crossOrigin?: boolean;
  /** Flags of the authenticator: 1 present, 4 verified, 64 a new key follows. */
  readonly flags?: number;
  readonly id?: string;
  readonly user?: string | null;
}

/** Kinds of keys. */
export type KeyKind = "ec" | "ed25519" | "rsa";

/** An authenticator with one key. */
export class FakePasskey {
  readonly id: string;
  readonly #privateKey: KeyObject;
  readonly publicKey: string;
  readonly #origin: string;
  /** The last count; the next signature has one more, and that of an authenticator without, 0. */
  counter: number;
  #user: string | null = null;

  constructor(
    { origin = "http://localhost:8081", kind = "ec", counter = 0, number = 1 }: {
      readonly origin?: string;
      readonly kind?: KeyKind;
      /** -1 for an authenticator that does not count. */
      readonly counter?: number;
      readonly number?: number;
    } = {},
  ) {
    const { publicKey, privateKey } = keysOf(kind);
    this.#privateKey = privateKey;
    this.publicKey = base64url(new Uint8Array(publicKey.export({ format: "der", type: "spki" })));
    this.id = base64url(new Uint8Array(16).fill(number));
    this.#origin = origin;
    this.counter = counter;
  }

  /** The answer with the new passkey, as the form has it. */
  make({ challenge, rp, user }: PageOptions, over: Deviation = {}): string {
    this.#user = user?.id ?? null;
    const id = bytesOf(this.id)!;
    const rest = [...new Uint8Array(16), id.length >> 8, id.length & 255, ...id, 0xa0];
    const client = this.#client("webauthn.create", challenge, over);
    const data = this.#data(rp?.id, { flags: 0x45, ...over }, rest);
    const given = { id: over.id ?? this.id, client: base64url(client), data: base64url(data) };
    return JSON.stringify({ ...given, key: this.publicKey });
  }

  /** The answer of the passkey, as the form has it. */
  use({ challenge, rpId }: PageOptions, over: Deviation = {}): string {
    const client = this.#client("webauthn.get", challenge, over);
    const data = this.#data(rpId, { flags: 0x05, ...over }, []);
    const signed = new Uint8Array([...data, ...createHash("sha256").update(client).digest()]);
    const digest = this.#privateKey.asymmetricKeyType === "ed25519" ? null : "sha256";
    return JSON.stringify({
      id: over.id ?? this.id,
      client: base64url(client),
      data: base64url(data),
      signature: base64url(new Uint8Array(sign(digest, signed, this.#privateKey))),
      user: over.user === undefined ? this.#user : over.user,
    });
  }

  #client(type: string, challenge: string, over: Deviation): Uint8Array {
    const { origin = this.#origin, crossOrigin = false } = over;
    return new TextEncoder().encode(
      JSON.stringify({ type: over.type ?? type, challenge, origin, crossOrigin }),
    );
  }

  #data(host = "", over: Deviation, rest: readonly number[]): Uint8Array {
    if (this.counter >= 0) this.counter++;
    const count = new Uint8Array(4);
    new DataView(count.buffer).setUint32(0, Math.max(this.counter, 0));
    const rpHash = createHash("sha256").update(over.host ?? host).digest();
    return new Uint8Array([...rpHash, over.flags ?? 0, ...count, ...rest]);
  }
}

function keysOf(kind: KeyKind) {
  switch (kind) {
    case "ec":
      return generateKeyPairSync("ec", { namedCurve: "P-256" });
    case "ed25519":
      return generateKeyPairSync("ed25519");
    case "rsa":
      return generateKeyPairSync("rsa", { modulusLength: 2048 });
  }
}

/** A passkey of {@link aPerson}. */
export function aPasskey(over: Partial<Passkey> = {}): Passkey {
  return {
    id: "AQEB",
    personId: aPerson().id,
    name: "Phone",
    host: "localhost",
    publicKey: "AQEB",
    counter: 0,
    createdAt: NOW,
    lastUsedAt: NOW,
    ...over,
  };
}

/** The options of the passkey's form in a page. */
export function optionsIn(text: string): PageOptions {
  const [, json = "null"] = /data-passkey="([^"]*)"/.exec(text) ?? [];
  return JSON.parse(json.replaceAll("&quot;", '"').replaceAll("&amp;", "&"));
}
