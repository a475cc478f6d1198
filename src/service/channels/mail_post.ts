import type { Attempt } from "../../domain/shop/webhook.ts";
import { isLoopback } from "../webhooks/address.ts";
import { MAIL_TIMEOUT_MS, requirePublic } from "../webhooks/attempt.ts";
import { NoAnswer } from "../webhooks/transport.ts";
import { isMailAddress, weaknessOfServer } from "./mail_settings.ts";
import type { MailPost, MailTransport } from "./mail_transport.ts";

/** A mail server to send by. */
export interface MailSender extends Pick<MailPost, "from"> {
  /** URL, with user and password. */
  readonly url: string;
  /** True for a server that may be neither public nor this machine. */
  readonly allowInsecure: boolean;
}

/** A mail to a recipient. */
export interface OutgoingMail extends Pick<MailPost, "to" | "subject" | "text" | "signal"> {
  /** The same for every attempt. */
  readonly id: string;
}

/**
 * Sends a mail.
 *
 * @throws {NoAnswer} without an answer, and for a server that may not be used
 */
export async function postMail(
  { url, from, allowInsecure }: MailSender,
  { id, ...mail }: OutgoingMail,
  { now, mail: send }: { readonly now: () => number; readonly mail: MailTransport },
): Promise<Attempt> {
  if (!isMailAddress(mail.to)) return refusedMail("Not an e-mail address that can be sent to");
  const server = URL.parse(url);
  // An error of the parser would show the password.
  if (server === null) throw new NoAnswer("The URL is damaged");
  const isLocal = isLoopback(server);
  const weakness = weaknessOfServer(server);
  if (weakness !== null && !allowInsecure) throw new NoAnswer(`Refused: ${weakness}`);
  const { status, error } = await send({
    ...mail,
    server,
    isLocal,
    from,
    messageId: `<${id}@${from.address.split("@")[1]}>`,
    date: new Date(now()),
    timeoutMs: MAIL_TIMEOUT_MS,
    checkAddresses: isLocal || allowInsecure ? () => {} : requirePublic,
  });
  return { status, error, retryAfterMs: null, isFinal: status >= 500 };
}

/** A mail that is not sent. */
export function refusedMail(error: string): Attempt {
  return { status: null, error, retryAfterMs: null, isFinal: true };
}
