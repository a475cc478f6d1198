import { invalid, shown } from "../../domain/errors.ts";
import type { EmailChannel } from "../../domain/shop/webhook.ts";
import { MAX_EMAIL, MAX_URL } from "../../domain/values/limits.ts";
import { isLoopback, weaknessOfHost } from "../webhooks/address.ts";

/** Settings of an e-mail channel, as entered. */
export interface MailRequest {
  readonly url: string;
  /** Address of the sender. */
  readonly from: string;
}

/** Characters that no part of an address or a password may have. */
const CONTROL = /\p{Cc}/u;

/** A plain ASCII address: no quotes, comments or display name, which could hide a recipient. */
const ADDRESS = /^[\w.!#$%&'*+/=?^`{|}~-]{1,64}@[A-Za-z0-9](?:[A-Za-z0-9.-]*[A-Za-z0-9])?$/;

/** True for an e-mail address without anything around it. */
export function isMailAddress(text: string): boolean {
  return text.length <= MAX_EMAIL && ADDRESS.test(text);
}

/**
 * Checks the settings of an e-mail channel.
 *
 * @throws {AppError} `error.invalid-request`; the message does not repeat the password
 */
export function parseMailSettings(
  { url: text, from }: MailRequest,
  { allowInsecure }: { readonly allowInsecure: boolean },
): Pick<EmailChannel, "url" | "from"> & { readonly server: string } {
  const url = parseServer(text);
  const weakness = weaknessOfServer(url);
  if (weakness !== null && !allowInsecure) {
    throw invalid(`The mail server must be public or this machine, but is ${weakness}`);
  }
  if (!isMailAddress(from)) {
    throw invalid(`The sender must be an e-mail address alone: ${shown(from)}`);
  }
  const { protocol, username, host } = url;
  const user = username === "" ? "" : `${username}@`;
  return { url: `${protocol}//${user}${host}`, server: url.href, from };
}

/** Reason why a mail server is neither public nor this machine; null for none. */
export function weaknessOfServer(url: URL): string | null {
  return isLoopback(url) ? null : weaknessOfHost(url);
}

function parseServer(text: string): URL {
  const url = text.length > MAX_URL ? null : URL.parse(text);
  if (url === null || !["smtp:", "smtps:"].includes(url.protocol) || url.hostname === "") {
    throw invalid("The mail server must be smtps://user:password@host:465 or smtp://...:587");
  }
  if (!["", "/"].includes(url.pathname) || url.search !== "" || url.hash !== "") {
    throw invalid("The URL of the mail server ends after the port; encode / ? # in a password");
  }
  if ((url.username === "") !== (url.password === "")) {
    throw invalid("The mail server needs both a user and a password, or neither");
  }
  requireCredentials(url);
  // Only web addresses have their host in one form: lower case, punycode, four numbers.
  const host = URL.parse(`http://${url.hostname}`)?.hostname;
  if (host === undefined) {
    throw invalid(`The mail server has no valid host: ${shown(url.hostname)}`);
  }
  const port = url.port === "" ? (url.protocol === "smtps:" ? "465" : "587") : url.port;
  const credentials = url.username === "" ? "" : `${url.username}:${url.password}@`;
  return new URL(`${url.protocol}//${credentials}${host}:${port}`);
}

function requireCredentials({ username, password }: URL): void {
  for (const part of [username, password]) {
    try {
      if (!CONTROL.test(decodeURIComponent(part))) continue;
    } catch {
      // A percent sign that encodes nothing.
    }
    throw invalid("User and password of the mail server must be percent-encoded text");
  }
}
