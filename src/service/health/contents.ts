import { FAILED_LATELY_MS, KEY_EXPIRES_SOON_MS } from "../../domain/shop/attention.ts";
import { MANY_UNKNOWN_PAYMENTS } from "../../domain/session/payment.ts";
import type { DatabaseFacts } from "../../store/maintenance.ts";
import { counted, lengthText, moment } from "../../domain/values/wording.ts";
import { action, type Diagnosis, notKnown, ok, some, warn } from "../../domain/diagnosis.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** A stored time further ahead than this was written by a wrong clock. */
const SKEW_MS = MINUTE_MS;
/** A clock before this date, the year of the first release, is wrong. */
const EARLIEST = Date.UTC(2025, 0, 1);

const UNTRIED_MS = 7 * DAY_MS;
const UNUSED_MS = 90 * DAY_MS;

/** A running server delivers within a second; the first retries take minutes. */
const LATE_MS = 15 * MINUTE_MS;
const FAR_TOO_LATE_MS = DAY_MS;
const LARGE_BACKLOG = 10_000;

/** Judges the schema version and the integrity of the file. */
export function judgeTables(
  { schemaVersion, knownVersion, isUsable, damage, server }: DatabaseFacts,
): Diagnosis[] {
  const unseen = "its keys, webhooks and times were not checked";
  const found = `It is at version ${schemaVersion}, this program uses version ${knownVersion}`;
  const version = schemaVersion === knownVersion
    ? ok("schema", `It is at version ${schemaVersion}, the one this program uses`)
    : isUsable
    ? ok("schema", `${found} and works with it`)
    : schemaVersion > knownVersion
    ? action(
      "schema",
      `${found} and refuses it; ${unseen}`,
      "Install the program that upgraded it to that version, or a newer one",
    )
    : warn(
      "schema",
      `${found}; ${unseen}`,
      "Make a backup, then upgrade it with `db migrate`, or start the server",
    );
  if (server !== null) return [version];
  const integrity = damage === null
    ? notKnown("integrity", "Not checked: it reads the whole file")
    : damage.length === 0
    ? ok("integrity", "SQLite's quick check found nothing; `db check` checks everything")
    : action(
      "integrity",
      `The file is damaged: ${damage[0]}`,
      "Stop the server, keep a copy of the file, and restore the latest backup",
    );
  return [version, integrity];
}

/** Judges the clock by the latest stored times. */
export function judgeClock(
  latest: readonly { readonly what: string; readonly at: number }[],
  now: number,
): Diagnosis {
  const topic = "clock";
  const advice =
    "Set the clock and keep it synchronised (timedatectl set-ntp true): sessions, keys " +
    "and codes depend on it";
  if (now < EARLIEST) return action(topic, `The clock shows ${moment(now)}`, advice);
  const ahead = latest.filter(({ at }) => at > now + SKEW_MS).sort((a, b) => b.at - a.at)[0];
  if (ahead === undefined) return ok(topic, `It shows ${moment(now)}, and no stored time is later`);
  const { what, at } = ahead;
  const found = `It shows ${moment(now)}, and ${what} is ${lengthText(at - now)} later`;
  return action(topic, found, advice);
}

/** Judges whether API keys are used and expire. */
export function judgeKeys({ keys }: Pick<DatabaseFacts, "keys">, now: number): Diagnosis[] {
  const usable = keys.filter(({ expiresAt }) => expiresAt === null || expiresAt > now);
  const named = (list: typeof usable) => some(list.map(({ name, shop }) => `${name} of ${shop}`));
  const unused = usable.filter(({ createdAt, lastUsedAt }) =>
    lastUsedAt === null ? now - createdAt > UNTRIED_MS : now - lastUsedAt > UNUSED_MS
  );
  const endless = usable.filter(({ expiresAt }) => expiresAt === null);
  const ending = usable.filter(({ expiresAt }) =>
    expiresAt !== null && expiresAt - now <= KEY_EXPIRES_SOON_MS
  );
  const found: Diagnosis[] = [];
  if (unused.length > 0) {
    found.push(warn(
      "unused keys",
      `${counted(unused.length, "key")} not used for a long time: ${named(unused)}`,
      "Revoke keys that are not needed with `key revoke`; `key list` shows the ids",
    ));
  }
  if (endless.length > 0) {
    found.push(warn(
      "keys without expiry",
      `${counted(endless.length, "key")} without expiry: ${named(endless)}`,
      "Replace each with `key rotate KEY --expires 90d`, which ends the old one after a day",
    ));
  }
  if (ending.length > 0) {
    found.push(warn(
      "keys about to expire",
      `${counted(ending.length, "key")} expiring within ${lengthText(KEY_EXPIRES_SOON_MS)}: ${
        named(ending)
      }`,
      "Replace each with `key rotate`, and use the new one before then",
    ));
  }
  return found.length > 0 ? found : [ok("keys", `${counted(usable.length, "key")}, no problems`)];
}

/** Judges whether webhooks are delivered. */
export function judgeWebhooks(
  { endpoints }: Pick<DatabaseFacts, "endpoints">,
  now: number,
): Diagnosis[] {
  const used = endpoints.filter(({ disabledAt }) => disabledAt === null);
  const disabled = endpoints.filter(({ disabledAt }) => disabledAt !== null);
  const urls = (list: typeof endpoints) => some(list.map(({ url }) => url));
  const late = used.filter(({ oldestDueAt }) =>
    oldestDueAt !== null && now - oldestDueAt > LATE_MS
  );
  const found: Diagnosis[] = [];
  if (late.length > 0) {
    const oldest = Math.min(...late.map(({ oldestDueAt }) => oldestDueAt ?? now));
    const pending = late.reduce((sum, one) => sum + one.pending, 0);
    const isFar = now - oldest > FAR_TOO_LATE_MS || pending > LARGE_BACKLOG;
    found.push((isFar ? action : warn)(
      "webhook backlog",
      `${counted(pending, "delivery", "deliveries")} waiting, overdue by up to ${
        lengthText(now - oldest)
      }: ${urls(late)}`,
      "Check that the server runs; see `webhook deliveries` and `webhook test` for the endpoint",
    ));
  }
  if (disabled.length > 0) {
    found.push(warn(
      "disabled webhooks",
      `${counted(disabled.length, "endpoint")} disabled: ${urls(disabled)}`,
      "Use it again with `webhook enable`, or delete it with `webhook remove`",
    ));
  }
  const failing = used.filter(({ failed }) => failed > 0);
  if (failing.length > 0) {
    const failed = failing.reduce((sum, one) => sum + one.failed, 0);
    found.push(warn(
      "failed webhooks",
      `${counted(failed, "delivery", "deliveries")} failed within ${
        lengthText(FAILED_LATELY_MS)
      }: ${urls(failing)}`,
      "See why with `webhook deliveries`, and send them again with `webhook replay`",
    ));
  }
  const all = `${counted(endpoints.length, "endpoint")}, no late deliveries`;
  return found.length > 0 ? found : [ok("webhooks", all)];
}

/** Judges payments whose provider has given no final answer long after the end of its page. */
export function judgeUnanswered(
  { atProviders }: Pick<DatabaseFacts, "atProviders">,
  now: number,
): Diagnosis[] {
  const late = atProviders.filter(({ pageEndsAt }) => now - pageEndsAt > DAY_MS);
  const [oldest] = late;
  if (oldest === undefined) return [];
  return [action(
    "payments at providers",
    `No final answer to ${counted(late.length, "payment")}, the oldest ${
      lengthText(now - oldest.pageEndsAt)
    } after the end of its page: ${some(late.map(({ paymentId }) => paymentId))}`,
    "Ask with `payment look ID`, which says why, and look at the provider for its money; after " +
      "30 days it has failed",
  )];
}

/** Judges payment results without an order. */
export function judgePayments(
  { unexpected: { open, oldestAt, mostUnknown } }: Pick<DatabaseFacts, "unexpected">,
  now: number,
): Diagnosis {
  const topic = "payments";
  if (oldestAt === null) return ok(topic, "No payment results without an order");
  const many = mostUnknown <= MANY_UNKNOWN_PAYMENTS
    ? ""
    : `; ${mostUnknown} that one key reported in a day are of payments that its shop never had`;
  return action(
    topic,
    `${counted(open, "payment result")} without an order, the oldest ${
      lengthText(Math.max(0, now - oldestAt))
    } ago${many}`,
    "See `payment list --open`; refund the money or create the order, then close " +
      "each with `payment resolve`",
  );
}
