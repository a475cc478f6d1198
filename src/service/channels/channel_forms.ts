import type { Subject } from "../../domain/caller.ts";
import { AppError, invalid } from "../../domain/errors.ts";
import type { Person } from "../../domain/people/person.ts";
import type { Merchant } from "../../domain/shop/merchant.ts";
import type { MessageName } from "../../domain/shop/message.ts";
import {
  type Attempt,
  type Channel,
  type EmailChannel,
  endpointPlace,
  type SmsChannel,
  type SmsRequest,
} from "../../domain/shop/webhook.ts";
import { HOUR_MS } from "../../domain/shop/hourly.ts";
import type { Deps } from "../deps.ts";
import { HourlyCount } from "../hourly_count.ts";
import type { Secrets } from "../secrets/secrets.ts";
import { isLoopback } from "../webhooks/address.ts";
import type { Channels } from "./channels.ts";
import { weaknessOfServer } from "./mail_settings.ts";

/** A mail server as an owner enters it. */
export interface MailServer {
  readonly host: string;
  readonly port: number;
  readonly security: "smtps" | "smtp";
  readonly user: string;
  /** Empty for the stored one. */
  readonly password: string;
  readonly from: string;
  readonly messages: readonly MessageName[];
}

/** An SMS gateway as an owner enters it; without URL, headers and body the stored one. */
export interface SmsGateway {
  readonly method: string;
  readonly url: string;
  /** A header a line. */
  readonly headers: string;
  readonly body: string;
  readonly messages: readonly MessageName[];
}

/** The settings of a mail server that a page shows. */
export type ShownMailServer = Omit<MailServer, "password" | "messages">;

/** Tests that a person may send in an hour. */
const TESTS_PER_HOUR = 5;
/** Answers of a mail server to a wrong user or password (RFC 4954, 6). */
const WRONG_PASSWORD: readonly (number | null)[] = [454, 530, 534, 535, 538];

/** Dependencies of {@link ChannelForms}. */
export interface ChannelFormsDeps extends Pick<Deps, "now"> {
  readonly channels: Pick<Channels, "list" | "put" | "remove" | "test">;
  readonly secrets: Pick<Secrets, "open" | "isLocked">;
  /** Reads the opened secret of an SMS channel. */
  readonly readSms: (text: string, channelId: string) => SmsRequest;
}

/**
 * Channels of shops as owners set them in the dashboard: on public hosts alone, and with the stored
 * password only where it goes as before.
 */
export class ChannelForms {
  readonly #deps: ChannelFormsDeps;
  /** Tests by person. */
  readonly #tests = new HourlyCount();

  constructor(deps: ChannelFormsDeps) {
    this.#deps = deps;
  }

  /** A shop's channels; undefined for none of a kind. */
  async of(shop: Pick<Merchant, "id">): Promise<{
    readonly mail: EmailChannel | undefined;
    readonly sms: SmsChannel | undefined;
  }> {
    const all: readonly Channel[] = await this.#deps.channels.list(shop);
    return {
      mail: all.find((one) => one.kind === "email"),
      sms: all.find((one) => one.kind === "sms"),
    };
  }

  /**
   * Saves a mail server.
   *
   * @throws {AppError} `error.invalid-request`; no message has the password
   */
  async putMail(shop: Pick<Merchant, "id">, entered: MailServer, by: Subject): Promise<void> {
    const { mail: known } = await this.of(shop);
    const before = known && shownServer(known);
    const { port, security, user, from, messages } = entered;
    const host = hostName(entered.host);
    const isSamePlace = before?.host === host && before.port === port;
    if (!isSamePlace) requirePublicHost(host);
    const isSame = isSamePlace && before.user === user;
    const credentials = user === ""
      ? ""
      : `${encodeURIComponent(user)}:${this.#password(entered, isSame ? known : undefined)}@`;
    const url = `${security}://${credentials}${host}:${port}`;
    const allowInsecure = isSamePlace && known?.allowInsecure === true;
    await this.#deps.channels.put(shop, { kind: "email", url, from, messages, allowInsecure }, by);
  }

  /**
   * Saves an SMS gateway.
   *
   * @throws {AppError} `error.invalid-request`; no message has a header
   */
  async putSms(shop: Pick<Merchant, "id">, entered: SmsGateway, by: Subject): Promise<void> {
    const { secrets, readSms, channels } = this.#deps;
    const { sms: known } = await this.of(shop);
    const { messages, method, ...given } = entered;
    const isKept = [given.url, given.headers, given.body].every((text) => text.trim() === "");
    if (isKept && known === undefined) throw invalid("url must be given", "url");
    if (isKept && known !== undefined) {
      if (secrets.isLocked(known.request, endpointPlace(known))) {
        throw invalid("url, headers and body must be entered again: the stored ones are locked");
      }
      const stored = readSms(secrets.open(known.request, endpointPlace(known)), known.id);
      const headers = Object.entries(stored.headers).map(([name, value]) => `${name}: ${value}`);
      const { allowInsecure } = known;
      await channels.put(shop, { ...stored, kind: "sms", headers, messages, allowInsecure }, by);
      return;
    }
    const headers = given.headers.split(/\r?\n/).filter((line) => line.trim() !== "");
    const url = given.url.trim();
    const request = { kind: "sms", method, url, headers, body: given.body } as const;
    await channels.put(shop, { ...request, messages, allowInsecure: false }, by);
  }

  /**
   * Sends a sample mail to the verified address of a person.
   *
   * @returns why it was not accepted, in words of this program; null if it was
   * @throws {AppError} `error.conflict` without an address; `error.rate-limit-exceeded`
   */
  async testMail(
    shop: Pick<Merchant, "id" | "name">,
    { id, email }: Pick<Person, "id" | "email">,
  ): Promise<string | null> {
    if (email === null) {
      throw new AppError("error.conflict", "Verify an e-mail address in Your account first");
    }
    this.#countTest(id);
    const { attempt } = await this.#deps.channels.test(shop, "email", {
      name: "placed",
      to: email,
    });
    return failureText(attempt);
  }

  #countTest(personId: string): void {
    const now = this.#deps.now();
    const sent = this.#tests.of(personId, now);
    if (sent >= TESTS_PER_HOUR) {
      const retryAfterSeconds = Math.ceil((HOUR_MS - now % HOUR_MS) / 1000);
      throw new AppError("error.rate-limit-exceeded", "5 tests an hour: try again later", {
        retryAfterSeconds,
      });
    }
    this.#tests.set(personId, sent + 1);
  }

  /** The password as it is in a URL. */
  #password({ password }: MailServer, known: EmailChannel | undefined): string {
    if (password !== "") return encodeURIComponent(password);
    const { secrets } = this.#deps;
    if (known === undefined || secrets.isLocked(known.server, endpointPlace(known))) {
      throw invalid("password must be entered, as for each other server, port or user", "password");
    }
    return URL.parse(secrets.open(known.server, endpointPlace(known)))?.password ?? "";
  }
}

/** A stored mail server without its password. */
export function shownServer({ url, from }: Pick<EmailChannel, "url" | "from">): ShownMailServer {
  const { protocol, username, hostname, port } = new URL(url);
  return {
    host: hostname,
    port: Number(port),
    security: protocol === "smtps:" ? "smtps" : "smtp",
    user: decodeURIComponent(username),
    from,
  };
}

/** A host in the one form of URLs. */
function hostName(text: string): string {
  const host = /^(?:[\p{L}\p{N}_.-]+|\[[0-9a-fA-F:.]+\])$/u.test(text)
    ? URL.parse(`http://${text}`)?.hostname
    : undefined;
  if (host === undefined || host === "") {
    throw invalid("host must be a name or an address alone", "host");
  }
  return host;
}

function requirePublicHost(host: string): void {
  const url = new URL(`smtps://${host}`);
  if (!isLoopback(url) && weaknessOfServer(url) === null) return;
  throw invalid(
    "host must be public: another one is set by `checkoutctl channel add email`",
    "host",
  );
}

/** Why a mail was not accepted; null if it was. It has no text of the server. */
function failureText({ status, error }: Attempt): string | null {
  if (error === "") return null;
  if (WRONG_PASSWORD.includes(status)) return "The mail server refuses the user or the password";
  if (status !== null) return `The mail server refuses the mail (SMTP ${status})`;
  return error.startsWith("Refused") ? "The mail server is at no public address" : error;
}
