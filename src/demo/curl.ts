/**
 * A shell command that creates a session, in one line.
 *
 * @param baseUrl of the server, without a slash at the end
 * @param secret of a key of the shop
 * @param body of Create Session
 */
export function createSessionCommand(
  { baseUrl, secret, body }: {
    readonly baseUrl: string;
    readonly secret: string;
    readonly body: unknown;
  },
): string {
  return `curl -sS ${shellQuoted(`${baseUrl}/session`)} ${
    authOption(secret)
  } -H 'Content-Type: application/json' -d ${shellQuoted(JSON.stringify(body))}`;
}

/** curl's option to send a key. */
function authOption(secret: string): string {
  return `-H ${shellQuoted(`Authorization: Bearer ${secret}`)}`;
}

/** A text as one word of a POSIX shell, quoted if needed. */
export function shellWord(text: string): string {
  return /^[\w./:@%+=-]+$/.test(text) ? text : shellQuoted(text);
}

/** A text as one quoted word of a POSIX shell. */
export function shellQuoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
