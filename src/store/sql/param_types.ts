/** Type of a parameter, of which texts are the most. */
export type ParamType =
  | "text"
  | "bigint"
  | "smallint"
  | "bytea"
  | "int64"
  | "text[]"
  | "bigint[]"
  | "int64[]";

/**
 * Types of the parameters that are no text, by name. A name has one type in all queries and
 * statements; that of a column has the column's type.
 */
export const PARAM_TYPES = {
  AVAILABLE: "bigint",
  ISSUED: "bigint",
  PROCESSING: "bigint",
  USED: "bigint",
  after_at: "bigint",
  after_seq: "bigint",
  answers_before: "bigint",
  at: "bigint",
  attempts: "bigint",
  before: "bigint",
  bytes: "bigint",
  client_limit: "bigint",
  client_percent: "bigint",
  client_units: "bigint",
  codes_before: "bigint",
  counter: "bigint",
  created_after: "bigint",
  created_at: "bigint",
  created_before: "bigint",
  day_since: "bigint",
  due_at: "bigint",
  due_until: "bigint",
  each: "bigint",
  ends_at: "bigint",
  entries: "bigint",
  erased_at: "bigint",
  events_before: "bigint",
  expires_at: "bigint",
  demo_at: "bigint",
  expected_version: "bigint",
  first_seq: "bigint",
  held_since: "bigint",
  hour_since: "bigint",
  idle_at: "bigint",
  inventory_quantity: "bigint",
  lane: "bigint",
  last_status: "bigint",
  last_step: "bigint",
  last_seen_at: "bigint",
  last_used_at: "bigint",
  limit: "bigint",
  looks: "bigint",
  max_quantity: "bigint",
  messages_before: "bigint",
  most: "bigint",
  most_back: "bigint",
  next_at: "bigint",
  next_look_at: "bigint",
  next_try_at: "bigint",
  nth: "bigint",
  page_ends_at: "bigint",
  payment_fee: "bigint",
  pictures_before: "bigint",
  placed_at: "bigint",
  previous_ends_at: "bigint",
  quiet_since: "bigint",
  recipient_limit: "bigint",
  refusals_before: "bigint",
  replaces: "bigint",
  returns_before: "bigint",
  seal: "bigint",
  seen_before: "bigint",
  settled: "bigint",
  settled_at: "bigint",
  shop_limit: "bigint",
  shop_since: "bigint",
  since: "bigint",
  started_until: "bigint",
  tries: "bigint",
  units: "bigint",
  until: "bigint",
  unverified_limit: "bigint",
  updated_at: "bigint",
  version: "bigint",
  was_amount: "bigint",
  was_attempts: "bigint",
  was_due_at: "bigint",
  was_expires_at: "bigint",
  was_look_at: "bigint",
  was_until: "bigint",
  was_updated_at: "bigint",
  as_debt: "smallint",
  awaits_idle: "smallint",
  batch: "smallint",
  expired: "smallint",
  grouped: "smallint",
  is_first: "smallint",
  is_unknown: "smallint",
  livemode: "smallint",
  only_idle: "smallint",
  open: "smallint",
  unverified: "smallint",
  with_factor: "smallint",
  with_shop: "smallint",
  after_product: "int64",
  first_product: "int64",
  product_id: "int64",
  variant_id: "int64",
  packed: "bytea",
  busy: "text[]",
  handles: "text[]",
  ids: "text[]",
  bounds: "bigint[]",
  product_ids: "int64[]",
  variant_ids: "int64[]",
} as const satisfies Readonly<Record<string, ParamType>>;

/** The type of a parameter. */
export function typeOfParam(name: string): ParamType {
  return isTyped(name) ? PARAM_TYPES[name] : "text";
}

function isTyped(name: string): name is keyof typeof PARAM_TYPES {
  return Object.hasOwn(PARAM_TYPES, name);
}
