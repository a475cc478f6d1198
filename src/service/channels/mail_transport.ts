/** A mail to send. */
export interface MailPost {
  /** `smtps:`, or `smtp:` with STARTTLS; with user and password if the server wants them. */
  readonly server: URL;
  /** True if the server is this machine: no TLS, and the name is not resolved. */
  readonly isLocal: boolean;
  readonly from: { readonly name: string; readonly address: string };
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  /** The same for every attempt: `<id@domain>`. */
  readonly messageId: string;
  readonly date: Date;
  /** Time limit for everything: resolving, connecting, TLS, sending and the answer. */
  readonly timeoutMs: number;
  /** Aborts the attempt. */
  readonly signal: AbortSignal;
  /**
   * Checks the resolved addresses before connecting to one of them; see `WebhookPost`.
   *
   * @throws {NoAnswer} if one of them is not allowed
   */
  readonly checkAddresses: (addresses: readonly string[]) => void;
}

/** The reply of a mail server that decides about a mail. */
export interface MailAnswer {
  /** SMTP reply code: 2xx accepted, 4xx refused for now, 5xx refused for good. */
  readonly status: number;
  /**
   * Refused command and enhanced status code: `SMTP 550 5.1.1 to RCPT TO`; empty if accepted. The
   * server's own text may repeat the address, so it is left out.
   */
  readonly error: string;
}

/**
 * Port for sending mails.
 *
 * @throws {NoAnswer} without an answer
 */
export type MailTransport = (post: MailPost) => Promise<MailAnswer>;
