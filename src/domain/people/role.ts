import type { MerchantId } from "../ids.ts";

/** Roles, lowest first: each has the permissions of those before it. */
export const ROLES = ["viewer", "staff", "owner"] as const;
export type Role = (typeof ROLES)[number];

/** The lowest role with each permission in a shop. */
const LOWEST_ROLE = {
  "shop:read": "viewer",
  "sessions:write": "staff",
  "orders:write": "staff",
  "payments:write": "staff",
  /** Staff up to a sum a day, which is in the shop's settings. */
  "refunds:write": "staff",
  "deliveries:write": "staff",
  "customers:write": "owner",
  "coupons:write": "owner",
  "products:write": "owner",
  "webhooks:write": "owner",
  "keys:write": "owner",
  "providers:write": "owner",
  "people:write": "owner",
  "settings:write": "owner",
  "audit:read": "owner",
} as const satisfies Readonly<Record<string, Role>>;

/** A permission in a shop, as `thing:read` or `thing:write`. */
export type Permission = keyof typeof LOWEST_ROLE;
/** All permissions. */
export const PERMISSIONS = Object.keys(LOWEST_ROLE) as readonly Permission[];

/** True if a role has a permission. */
export function may(role: Role, permission: Permission): boolean {
  return includesRole(role, LOWEST_ROLE[permission]);
}

/** True if a role is another one or above it. */
export function includesRole(role: Role, other: Role): boolean {
  return ROLES.indexOf(role) >= ROLES.indexOf(other);
}

/** Access of a person: a role in every shop, and roles in single shops. */
export interface Access {
  /** Role in every shop, future ones included; null for none. */
  readonly everywhere: Role | null;
  readonly shops: readonly ShopRole[];
}

/** A role in one shop. */
export interface ShopRole {
  readonly merchantId: MerchantId;
  readonly role: Role;
}

/** The higher of a person's roles in a shop; null without access. */
export function roleIn({ everywhere, shops }: Access, merchantId: MerchantId): Role | null {
  const own = shops.find((one) => one.merchantId === merchantId)?.role ?? null;
  if (own === null || everywhere === null) return own ?? everywhere;
  return includesRole(own, everywhere) ? own : everywhere;
}

/** The only shop in which a person has a role; null for none, for several and for every shop. */
export function soleShop({ everywhere, shops: [first, ...others] }: Access): MerchantId | null {
  return everywhere === null && others.length === 0 ? first?.merchantId ?? null : null;
}

/**
 * True if someone may manage the account of another: owns every shop in which the other has a role.
 * A link to sign in as a person gives all of the person's access, not only the role in one shop.
 */
export function manages(owner: Access, other: Access): boolean {
  if (owner.everywhere === "owner") return true;
  return other.everywhere === null &&
    other.shops.every(({ merchantId }) => roleIn(owner, merchantId) === "owner");
}
