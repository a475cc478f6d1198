import { type Damage, findsAlone, ORDER } from "./support.ts";

/** As long as a secret as text, and no base64url. */
const SHORT_SECRET = `UPDATE secrets SET value = '${"+".repeat(43)}'`;

const BROKEN: readonly Damage[] = [
  [
    "session-columns",
    "a time of orders",
    "UPDATE sessions SET placed_at = 1, version = version",
    /of the order/,
  ],
  [
    "session-columns",
    "an order whose inactivity would be reported",
    `UPDATE sessions SET awaits_idle = 1 WHERE id = ${ORDER}`,
    /awaits_idle is set/,
  ],
  [
    "session-columns",
    "a return that the session does not know",
    `UPDATE sessions SET returned = 'RESUMED', version = version WHERE id = ${ORDER}`,
    /idle_at and returned are not those/,
  ],
  [
    "event",
    "inactivity that was not reported",
    "DELETE FROM events WHERE type = 'session.idle'; DELETE FROM deliveries",
    /one session\.idle event: 0/,
  ],
  [
    "event",
    "inactivity at another time",
    "UPDATE events SET at = at + 1 WHERE type = 'session.idle'",
    /was not idle then/,
  ],
  ["row", "a short secret", SHORT_SECRET, /Row of table secrets cannot be read/],
];

for (const damage of BROKEN) findsAlone(damage);
