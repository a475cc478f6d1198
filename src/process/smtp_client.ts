import type SMTPConnection from "nodemailer/lib/smtp-connection";
import { hostOf } from "../service/webhooks/address.ts";
import type { MailAnswer, MailPost, MailTransport } from "../service/channels/mail_transport.ts";
import { NoAnswer } from "../service/webhooks/transport.ts";
import { withinLimit } from "./attempt_limit.ts";
import type { WebhookClientOptions } from "./webhook_client.ts";

/** Limit of a reply; nodemailer's own is 1 MB. */
const MAX_REPLY_BYTES = 64 * 1024;
/** Name in the greeting: an address literal, because the program may not know its host name. */
const CLIENT_NAME = "[127.0.0.1]";
const LOCAL_ADDRESSES = ["127.0.0.1", "::1"];

/**
 * The transport of mails over SMTP: TLS from the start (`smtps:`), or STARTTLS, without which
 * nothing is sent; a server on this machine may go without. It connects to the addresses that were
 * checked, as {@link webhookClient} does.
 *
 * The package is loaded for the first mail: most shops send none.
 */
export function smtpClient({ resolve, caCerts = [] }: WebhookClientOptions): MailTransport {
  return (post) =>
    withinLimit(post, async (signal) => {
      const host = hostOf(post.server);
      const isName = !/^[\d.]+$|:/.test(host);
      const addresses = host === "localhost"
        ? LOCAL_ADDRESSES
        : isName
        ? await resolve(host, signal)
        : [host];
      post.checkAddresses(addresses);
      const options = {
        signal,
        ...(isName && { servername: host }),
        ...(caCerts.length > 0 && { ca: [...caCerts] }),
      };
      try {
        await exchange(await connect(addresses, post, options), post, signal);
        return { status: 250, error: "" };
      } catch (error) {
        const reply = replyOf(error);
        if (reply === null) throw error;
        return reply;
      }
    });
}

interface ConnectOptions {
  readonly signal: AbortSignal;
  readonly servername?: string;
  readonly ca?: string[];
}

/** Connects to the first address that accepts, with TLS where it is needed. */
async function connect(
  addresses: readonly string[],
  { server: { protocol, port }, isLocal }: MailPost,
  { signal, servername, ca }: ConnectOptions,
): Promise<SMTPConnection> {
  const { default: Connection } = await import("nodemailer/lib/smtp-connection");
  let failure: unknown = new NoAnswer("Host not found");
  for (const host of addresses) {
    const connection = new Connection({
      host,
      port: Number(port),
      secure: protocol === "smtps:",
      requireTLS: !isLocal,
      ignoreTLS: isLocal,
      ...(servername !== undefined && { servername }),
      ...(ca !== undefined && { tls: { ca } }),
      name: CLIENT_NAME,
      maxResponseSize: MAX_REPLY_BYTES,
      socketCloseTimeout: 1000,
    });
    try {
      await settled(connection, signal, (done) => connection.connect(done));
      return connection;
    } catch (error) {
      connection.close();
      if (signal.aborted || replyOf(error) !== null) throw error;
      failure = error;
    }
  }
  throw failure;
}

/** Signs in, sends the mail and ends the connection. */
async function exchange(
  connection: SMTPConnection,
  post: MailPost,
  signal: AbortSignal,
): Promise<void> {
  const { server: { username, password }, from, to } = post;
  try {
    const mail = await rawMail(post);
    if (username !== "") {
      const [user, pass] = [decodeURIComponent(username), decodeURIComponent(password)];
      await settled(connection, signal, (done) => connection.login({ user, pass }, done));
    }
    const envelope = { from: from.address, to: [to] };
    await settled(connection, signal, (done) => connection.send(envelope, mail, done));
    await ended(connection, signal);
  } finally {
    connection.close();
  }
}

/** The mail as it is sent: headers encoded, text in UTF-8. */
async function rawMail({ from, to, subject, text, messageId, date }: MailPost): Promise<string> {
  const { default: MailComposer } = await import("nodemailer/lib/mail-composer");
  const composer = new MailComposer({
    // As objects, so that no text is read as a list of addresses.
    from: { ...from },
    to: { name: "", address: to },
    subject,
    text,
    messageId,
    date,
    headers: { "Auto-Submitted": "auto-generated" },
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return String(await composer.compile().build());
}

/** Waits for a step of a connection, which fails by its callback or by an event. */
function settled(
  connection: SMTPConnection,
  signal: AbortSignal,
  step: (done: (error?: Error | null) => void) => void,
): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const abort = () => reject(signal.reason);
  signal.addEventListener("abort", abort);
  // Stays: an error after the step must not end the process.
  connection.on("error", reject);
  if (signal.aborted) abort();
  else step((error) => error ? reject(error) : resolve());
  return promise.finally(() => signal.removeEventListener("abort", abort));
}

/** Ends a session politely. The mail is accepted, so a failure does not matter. */
async function ended(connection: SMTPConnection, signal: AbortSignal): Promise<void> {
  await settled(connection, signal, (done) => {
    connection.once("end", done);
    connection.quit();
  }).catch(() => {});
}

/** The reply in an error of nodemailer; null for a failure without one, also of TLS. */
function replyOf(error: unknown): MailAnswer | null {
  if (!(error instanceof Error)) return null;
  const { responseCode, response, command, code }: NodemailerError = error;
  if (code === "ETLS") throw new NoAnswer("No TLS: the server refused STARTTLS");
  if (typeof responseCode !== "number" || responseCode < 400) return null;
  const [, enhanced = ""] = /^\d{3}[ -](\d\.\d{1,3}\.\d{1,3})\b/.exec(String(response)) ?? [];
  const reply = [responseCode, enhanced].filter((part) => part !== "").join(" ");
  return { status: responseCode, error: `SMTP ${reply} to ${command ?? "CONN"}` };
}

/** Fields that nodemailer adds to its errors. */
interface NodemailerError extends Error {
  readonly code?: unknown;
  readonly responseCode?: unknown;
  readonly response?: unknown;
  readonly command?: unknown;
}
