/** Actions in the audit trail: those of the command line, and of a shop's backend. */
export const AUDIT_ACTIONS = [
  "init",
  "merchant.create",
  "merchant.update",
  "merchant.delete",
  "key.create",
  "key.rotate",
  "key.revoke",
  "coupon.create",
  "coupon.update",
  "coupon.enable",
  "coupon.disable",
  "coupon.delete",
  "product.import",
  "product.update",
  "customer.coins",
  "customer.erase",
  "session.expire",
  "session.paid",
  "session.collected",
  "session.cancel",
  "payment.result",
  "payment.unexpected",
  "payment.resolve",
  "webhook.add",
  "webhook.remove",
  "webhook.enable",
  "webhook.disable",
  "webhook.replay",
  "channel.add",
  "channel.remove",
  "channel.template",
  "user.add",
  "user.grant",
  "user.remove",
  "user.link",
  "user.password",
  "seed",
  "demo",
  "db.restore",
] as const;
/** One of {@link AUDIT_ACTIONS}. */
export type AuditAction = (typeof AUDIT_ACTIONS)[number];

/** Nouns of actions with a verb: each stands for all its actions in a search. */
export const AUDIT_NOUNS: readonly string[] = [
  ...new Set(AUDIT_ACTIONS.filter((one) => one.includes(".")).map((one) => one.split(".", 1)[0]!)),
];
