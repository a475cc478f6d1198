import type { CommandUnknownOpts } from "@commander-js/extra-typings";
import { type CheckoutEvent, EVENT_TYPES, isLive } from "../../domain/events.ts";
import { momentText } from "../../schema/seed/fields.ts";
import type { ForwardedEvent } from "../../service/webhooks/event_feed.ts";
import type { Context } from "../context.ts";
import { findMerchant } from "../shops.ts";
import { requireEndpointUrl } from "../options/endpoint.ts";
import { eventText } from "../output/session/session_timeline.ts";
import { oneOf, ONLY_MERCHANT, several } from "../options/values.ts";
import { moment } from "../../domain/values/wording.ts";

/** A URL as typed for a receiver on this machine: localhost:3000/hooks. */
const HOST_AND_PORT = /^[^/:\s]+:\d+(?:[/?].*)?$/;

/** Pause between looks into the database. */
const INTERVAL_MS = 250;

/** Adds `webhook listen`. */
export function addListen(webhook: CommandUnknownOpts, context: Context): void {
  webhook.command("listen").description("print events as they happen, and forward them")
    .option("--forward <url>", "also post each event to this URL, signed")
    .option(...ONLY_MERCHANT)
    .option(
      "--event <type>",
      "only events of this type (default: all); repeat for several",
      several(oneOf(EVENT_TYPES)),
    )
    .addHelpText(
      "after",
      `
It reads the database and writes nothing: a server needs no flag for it, and sends its own
deliveries as ever. An event is forwarded once, with a secret that is made for this run and
printed first; http and private addresses are allowed. recovery_url is null, as only the server
knows where its page is. A shop without a webhook endpoint has no session.created, session.idle
and codes. --json prints one array, which ends on Ctrl-C.

Example:
  checkoutctl webhook listen --forward localhost:3000/hooks`,
    )
    .action(async ({ forward, merchant, event: types }) => {
      const url = forward !== undefined && HOST_AND_PORT.test(forward)
        ? `http://${forward}`
        : forward;
      if (url !== undefined) requireEndpointUrl(url, true);
      await listen(context, { url, merchant, types });
    });
}

async function listen(
  context: Context,
  { url, merchant, types }: {
    readonly url: string | undefined;
    readonly merchant: string | undefined;
    readonly types: readonly string[] | undefined;
  },
): Promise<void> {
  const { io, out } = context;
  await context.use(async (database) => {
    const { eventFeed } = database;
    const only = await findMerchant(database, merchant);
    const isWanted = ({ merchantId, type }: CheckoutEvent) =>
      (only === undefined || merchantId === only.id) && (types?.includes(type) ?? true);
    const to = url === undefined ? undefined : { url, secret: eventFeed.newSecret() };
    await io.untilInterrupted(async (signal) => {
      const read = await eventFeed.open();
      if (to !== undefined) out.note(`Signing secret: ${to.secret}`);
      out.note("Waiting for events; Ctrl-C ends");
      const results = out.growing();
      const width = io.stdout.isTerminal ? io.stdout.columns : Infinity;
      while (!signal.aborted && !io.stdout.isClosed) {
        for (const event of (await read()).filter(isWanted)) {
          if (signal.aborted) break;
          const sent = to && await eventFeed.forward(event, to, signal);
          results.add(eventJson(event, sent), eventLine(event, sent, width));
        }
        if (!signal.aborted) await io.wait(INTERVAL_MS, signal);
      }
      results.end();
    });
  });
}

/** The line of an event, without its data, which may be a one-time code; broken if it is too long. */
function eventLine(
  event: CheckoutEvent,
  sent: ForwardedEvent | undefined,
  width: number,
) {
  const { at, sessionId } = event;
  const parts = [
    moment(at).slice(11),
    eventText(event),
    // An event of the shop names the key.
    sessionId ?? String(event.data["key_id"]),
    ...(isLive(event) ? [] : ["test"]),
    ...(sent === undefined ? [] : [sentText(sent)]),
  ];
  return parts.reduce((text, part) => {
    const length = text.length - text.lastIndexOf("\n") - 1;
    return length + 2 + part.length > width ? `${text}\n  ${part}` : `${text}  ${part}`;
  });
}

function sentText({ attempt: { status, error } }: ForwardedEvent): string {
  return error === "" ? `HTTP ${status}` : error;
}

function eventJson(event: CheckoutEvent, sent: ForwardedEvent | undefined) {
  return {
    event_id: event.id,
    event_type: event.type,
    step: event.data["step"] ?? null,
    merchant_id: event.merchantId,
    session_id: event.sessionId,
    livemode: isLive(event),
    occurred_at: momentText(event.at),
    forwarded: sent === undefined ? null : {
      status: sent.attempt.status,
      error: sent.attempt.error,
      took_ms: Math.round(sent.tookMs),
    },
  };
}
