import { invalid, shown } from "../../domain/errors.ts";
import { fill, placeholdersOf, requireKnown, type Values } from "../../domain/shop/template.ts";
import { SMS_METHODS, type SmsChannel, type SmsRequest } from "../../domain/shop/webhook.ts";
import { parseEndpointUrl } from "../webhooks/address.ts";
import { NoAnswer, type WebhookPost } from "../webhooks/transport.ts";

/** Settings of an SMS channel, as entered. */
export interface GatewayRequest {
  /** Default: POST. */
  readonly method?: string | undefined;
  readonly url: string;
  /** Lines `Name: value`. */
  readonly headers: readonly string[];
  readonly body: string;
}

/** Values of a request to a gateway. */
export interface SmsValues {
  /** E.164. */
  readonly phone: string;
  readonly text: string;
  /** The same for every attempt. */
  readonly id: string;
}

const PLACEHOLDERS = ["phone", "phone_digits", "text", "id"] as const;
const MAX_BODY = 10_000;
const MAX_HEADERS = 32;

/** A name and a visible ASCII value (RFC 9110, 5.5). */
const HEADER =
  /^([!#$%&'*+.^_`|~0-9A-Za-z-]{1,64}):[ \t]*([\x21-\x7e](?:[\x20-\x7e]{0,2000}[\x21-\x7e])?)[ \t]*$/;
/** Headers that belong to the connection. */
const RESERVED = ["connection", "content-length", "host", "transfer-encoding", "upgrade"];

/** A text with everything that a form has to encode. */
const SAMPLE: SmsValues = { phone: "+15550100", text: '"50%" & a\\b\n{x}', id: "0" };

/** Forms of a body by content type, and how a value is written into each. */
const FORMS: Readonly<Record<string, (value: string) => string>> = {
  "application/json": (value) => JSON.stringify(value).slice(1, -1),
  "application/x-www-form-urlencoded": encodeURIComponent,
  "text/plain": (value) => value,
};

/**
 * Checks the settings of an SMS channel.
 *
 * @throws {AppError} `error.invalid-request`; the message repeats no header
 */
export function parseSmsSettings(
  { method: methodText = "POST", headers: lines, ...given }: GatewayRequest,
  { allowInsecure }: { readonly allowInsecure: boolean },
): Pick<SmsChannel, "url"> & { readonly request: SmsRequest } {
  const method = SMS_METHODS.find((one) => one === methodText.toUpperCase());
  if (method === undefined) throw invalid(`The method must be one of ${SMS_METHODS.join(", ")}`);
  const { url, body } = given;
  requireKnown(url, PLACEHOLDERS, "The URL");
  requireKnown(body, PLACEHOLDERS, "The body");
  if (placeholdersOf(url.split("?")[0] ?? "").length > 0) {
    throw invalid("The URL may have placeholders only after its question mark");
  }
  const headers = parseHeaders(lines);
  if (body !== "") headers["content-type"] ??= "application/json";
  const request = { method, url, headers, body };
  requireBody(request);
  const used = [...placeholdersOf(url), ...placeholdersOf(body)];
  const hasPhone = used.includes("phone") || used.includes("phone_digits");
  if (!hasPhone || !used.includes("text")) {
    throw invalid("The URL or the body must contain {text}, and {phone} or {phone_digits}");
  }
  const { origin, pathname } = parseEndpointUrl(fill(url, valuesOf(SAMPLE), encodeURIComponent), {
    allowInsecure,
  });
  return { url: origin + pathname, request };
}

/** Fills the request of a gateway: each value is encoded as its place requires. */
export function smsPost(
  { method, url, headers, body }: SmsRequest,
  sms: SmsValues,
): Pick<WebhookPost, "method" | "url" | "headers" | "body"> {
  const values = valuesOf(sms);
  const filled = URL.parse(fill(url, values, encodeURIComponent));
  // An error of the parser would show the URL, with its secrets.
  if (filled === null) throw new NoAnswer("The URL is damaged");
  return {
    method,
    url: filled,
    headers,
    body: fill(body, values, FORMS[formOf(headers)]),
  };
}

function valuesOf({ phone, text, id }: SmsValues): Values {
  // A lone surrogate cannot be encoded.
  return { phone, phone_digits: phone.replace(/\D/g, ""), text: text.toWellFormed(), id };
}

function formOf(headers: SmsRequest["headers"]): string {
  return (headers["content-type"] ?? "").split(";")[0]?.trim().toLowerCase() ?? "";
}

function parseHeaders(lines: readonly string[]): Record<string, string> {
  if (lines.length > MAX_HEADERS) throw invalid(`At most ${MAX_HEADERS} headers: ${lines.length}`);
  const headers: Record<string, string> = {};
  for (const line of lines) {
    const [, name = "", value = ""] = HEADER.exec(line) ?? [];
    const key = name.toLowerCase();
    if (key === "") throw invalid("A header must be `Name: value` in visible ASCII on one line");
    if (RESERVED.includes(key)) throw invalid(`This header is set by the server: ${key}`);
    if (Object.hasOwn(headers, key)) throw invalid(`A header is given twice: ${key}`);
    requireKnown(value, [], `The header ${key}`);
    headers[key] = value;
  }
  return headers;
}

function requireBody(request: SmsRequest): void {
  const { method, headers, body } = request;
  if (body.length > MAX_BODY) {
    throw invalid(`The body must have at most ${MAX_BODY} characters: ${body.length}`);
  }
  if (body === "") return;
  if (method === "GET") throw invalid("A GET has no body: put the placeholders into the URL");
  const form = formOf(headers);
  if (FORMS[form] === undefined) {
    throw invalid(`The body must be ${Object.keys(FORMS).join(", ")}: ${shown(form)}`);
  }
  if (form !== "application/json") return;
  try {
    JSON.parse(smsPost({ ...request, url: "https://x.example/" }, SAMPLE).body);
  } catch {
    throw invalid("The body is not JSON; write placeholders within quotes, or set content-type");
  }
}
