import { type Damage, findsAlone, ORDER } from "./support.ts";

const OPEN = "(SELECT id FROM sessions WHERE session_state = 'INITIATED' ORDER BY id LIMIT 1)";

const BROKEN: readonly Damage[] = [
  [
    "session-columns",
    "an order number without an order",
    `UPDATE sessions SET order_number = '0000-0000' WHERE id = ${OPEN}`,
    /order_number must be null without an order: 0000-0000/,
  ],
  [
    "session-row",
    "an order without a number",
    `UPDATE sessions SET order_number = NULL WHERE id = ${ORDER}`,
    /order_number is missing/,
  ],
  [
    "session-row",
    "a number that nobody can read",
    `UPDATE sessions SET order_number = 'k7q2-9mxd' WHERE id = ${ORDER}`,
    /order_number not an order number/,
  ],
  [
    "view",
    "another order number than the answer's",
    `UPDATE sessions SET order_number = '0000-0000' WHERE id = ${ORDER}`,
    /view differs from the session/,
  ],
  [
    "stock-hold",
    "other units than were sold",
    "UPDATE stock_sales SET units = units + 1",
    /^Sold units of variant \d+ must be [12]: [23]$/,
  ],
  [
    "stock-hold",
    "sold units of a session that is gone",
    `INSERT INTO stock_sales SELECT 'zz', merchant_id, variant_id, 1 FROM variants
       WHERE variant_id = 11`,
    /sold by a missing session: 1/,
  ],
];

for (const damage of BROKEN) findsAlone(damage);
