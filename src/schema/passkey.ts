import { z } from "zod";
import { bytesOf, type NewPasskeyAnswer, type PasskeyAnswer } from "../domain/people/passkey.ts";

const bytes = z.string().transform((text, context) => {
  const read = bytesOf(text);
  if (read !== undefined) return read;
  context.addIssue("must be base64url");
  return z.NEVER;
});

const clientSchema = z.object({
  type: z.string(),
  challenge: z.string(),
  origin: z.string(),
  crossOrigin: z.boolean().default(false),
});

const baseSchema = z.object({
  id: z.string().min(1).max(1400),
  client: bytes,
  data: bytes,
});
const newSchema = baseSchema.extend({ key: bytes });
const knownSchema = baseSchema.extend({ signature: bytes, user: bytes.nullable() });

/** Reads the answer of a browser with a new passkey; undefined for other text. */
export function newPasskeyOf(text: string): NewPasskeyAnswer | undefined {
  const read = newSchema.safeParse(jsonOf(text)).data;
  return read && withClient(read, ({ key: publicKey }) => ({ publicKey }));
}

/** Reads the answer of a passkey; undefined for other text. */
export function passkeyOf(text: string): PasskeyAnswer | undefined {
  const read = knownSchema.safeParse(jsonOf(text)).data;
  return read && withClient(read, ({ signature, user }) => ({
    signature,
    userId: user && new TextDecoder().decode(user),
  }));
}

function withClient<Read extends z.infer<typeof baseSchema>, Rest>(
  read: Read,
  rest: (read: Read) => Rest,
) {
  const { id, client: clientBytes, data: authenticatorData } = read;
  const client = clientSchema.safeParse(jsonOf(new TextDecoder().decode(clientBytes))).data;
  return client && { id, client, clientBytes, authenticatorData, ...rest(read) };
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
