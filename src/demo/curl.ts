/**
 * A command for a shell that creates a session: one line, complete in itself.
 *
 * @param baseUrl of the server, without a slash at the end
 * @param secret of a key of the shop
 * @param body of Create Session (spec section 4.1)
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

/** The option that makes curl send a key. */
function authOption(secret: string): string {
  return `-H ${shellQuoted(`Authorization: Bearer ${secret}`)}`;
}

/** A text as one word of a POSIX shell, quoted only where it has to be. */
export function shellWord(text: string): string {
  return /^[\w./:@%+=-]+$/.test(text) ? text : shellQuoted(text);
}

/** A text as one word of a POSIX shell, whatever it holds. */
export function shellQuoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
