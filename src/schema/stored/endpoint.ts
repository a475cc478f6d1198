import { z } from "zod";
import { EVENT_TYPES } from "../../domain/events.ts";
import { MESSAGE_NAMES, type Templates } from "../../domain/shop/message.ts";
import {
  type Endpoint,
  ENDPOINT_KINDS,
  EVENT_EXTRAS,
  isBatched,
  isLiveEndpoint,
  lanesOf,
  MAX_LANES,
  secretOf,
  SMS_METHODS,
  type SmsRequest,
} from "../../domain/shop/webhook.ts";
import type { PreviousSecret } from "../../domain/shop/webhook_secret.ts";
import { sealedBy, type StoredSecret } from "../../domain/secret.ts";
import type { Form } from "../form.ts";
import {
  count,
  flag,
  merchantId,
  parseJsonColumn,
  parseRow,
  type Stored,
  storedUuid,
} from "./parse.ts";

const TABLE = "webhook_endpoints";

const eventsSchema = z.array(z.enum(EVENT_TYPES));
const includeSchema = z.array(z.enum(EVENT_EXTRAS));

const templatesSchema: Stored<Templates> = z.partialRecord(
  z.enum(MESSAGE_NAMES),
  z.object({ subject: z.string(), text: z.string() }),
);

const mailSchema = z.object({ server: z.string(), from: z.string() });

const smsSchema: Stored<SmsRequest> = z.object({
  method: z.enum(SMS_METHODS),
  url: z.string(),
  headers: z.record(z.string(), z.string()),
  body: z.string(),
});

const rowSchema = z.object({
  id: storedUuid,
  merchant_id: merchantId,
  kind: z.enum(ENDPOINT_KINDS),
  url: z.string(),
  secret: z.string(),
  templates: z.string(),
  events: z.string(),
  include: z.string(),
  allow_insecure: flag,
  disabled_at: count.nullable(),
  created_at: count,
  livemode: flag,
  lanes: z.int().min(1).max(MAX_LANES),
  batch: flag,
  previous_secret: z.string().nullable(),
  previous_ends_at: count.nullable(),
});

/**
 * Reads an endpoint from a row of `webhook_endpoints`.
 *
 * @throws {RowError} when the row does not parse
 */
export function endpointFromRow(row: unknown): Endpoint {
  const read = parseRow(rowSchema, row, { table: TABLE, keyColumns: ["id"] });
  const { kind, secret } = read;
  const column = <T>(schema: z.ZodType<T>, name: "events" | "include" | "templates" | "secret") =>
    parseJsonColumn(schema, read[name], { table: TABLE, key: read.id, name });
  const fields = {
    id: read.id,
    merchantId: read.merchant_id,
    url: read.url,
    events: column(eventsSchema, "events"),
    allowInsecure: read.allow_insecure === 1,
    disabledAt: read.disabled_at,
    createdAt: read.created_at,
  };
  if (kind === "webhook") {
    return {
      ...fields,
      kind,
      secret: { stored: secret },
      previous: previousOf(read),
      livemode: read.livemode === 1,
      include: column(includeSchema, "include"),
      lanes: read.lanes,
      batch: read.batch === 1,
    };
  }
  const templates = column(templatesSchema, "templates");
  if (kind === "sms" && sealedBy({ stored: secret }) === null) column(smsSchema, "secret");
  if (kind === "sms") return { ...fields, kind, request: { stored: secret }, templates };
  const { server, from } = column(mailSchema, "secret");
  return { ...fields, kind, server: { stored: server }, from, templates };
}

function previousOf(
  { previous_secret: stored, previous_ends_at: endsAt }: z.infer<typeof rowSchema>,
): PreviousSecret | null {
  return stored === null || endsAt === null ? null : { secret: { stored }, endsAt };
}

/**
 * Reads the request of an SMS channel from its opened secret.
 *
 * @throws {RowError} when it does not parse
 */
export function smsRequestFromText(text: string, channelId: string): SmsRequest {
  return parseJsonColumn(smsSchema, text, { table: TABLE, key: channelId, name: "secret" });
}

/** The column `secret` of an endpoint with another form of its secret. */
export function secretColumnWith(endpoint: Endpoint, { stored }: StoredSecret): string {
  if (endpoint.kind !== "email") return stored;
  // The sender is shown in lists, also where the password cannot be opened.
  return JSON.stringify({ server: stored, from: endpoint.from } satisfies Form<typeof mailSchema>);
}

/** The columns of `webhook_endpoints`, without those of the secret before, which a rotation writes. */
export function endpointToRow(
  endpoint: Endpoint,
): Omit<Form<typeof rowSchema>, "previous_secret" | "previous_ends_at"> {
  return {
    id: endpoint.id,
    merchant_id: endpoint.merchantId,
    kind: endpoint.kind,
    url: endpoint.url,
    secret: secretColumnWith(endpoint, secretOf(endpoint)),
    templates: JSON.stringify(endpoint.kind === "webhook" ? {} : endpoint.templates),
    events: JSON.stringify(endpoint.events),
    include: JSON.stringify(endpoint.kind === "webhook" ? endpoint.include : []),
    allow_insecure: Number(endpoint.allowInsecure),
    disabled_at: endpoint.disabledAt,
    created_at: endpoint.createdAt,
    livemode: Number(isLiveEndpoint(endpoint)),
    lanes: lanesOf(endpoint),
    batch: Number(isBatched(endpoint)),
  };
}
