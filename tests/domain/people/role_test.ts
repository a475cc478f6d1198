import { deepEqual, equal } from "node:assert/strict";
import fc from "fast-check";
import type { MerchantId } from "../../../src/domain/ids.ts";
import {
  type Access,
  manages,
  may,
  PERMISSIONS,
  type Role,
  roleIn,
  ROLES,
} from "../../../src/domain/people/role.ts";
import { runs } from "../../support/arbitraries.ts";
import { uuid } from "../../support/builders.ts";

const [M1, M2] = [uuid<MerchantId>(1), uuid<MerchantId>(2)];

Deno.test("may(): a viewer reads, staff acts on sales, an owner does everything", () => {
  const table = Object.fromEntries(
    ROLES.map((role) => [role, PERMISSIONS.filter((permission) => may(role, permission))]),
  );
  const viewer = ["shop:read"];
  const staff = [
    ...viewer,
    "sessions:write",
    "orders:write",
    "payments:write",
    "refunds:write",
    "deliveries:write",
  ];
  const owner = [
    ...staff,
    "customers:write",
    "coupons:write",
    "products:write",
    "webhooks:write",
    "keys:write",
    "providers:write",
    "people:write",
    "settings:write",
    "audit:read",
  ];
  deepEqual(table, { viewer, staff, owner });
});

/** Roles everywhere, in the first shop and in the second. */
function access(everywhere: Role | null, first: Role | null, second: Role | null): Access {
  const shops = ([[M1, first], [M2, second]] as const).flatMap(([merchantId, role]) =>
    role === null ? [] : [{ merchantId, role }]
  );
  return { everywhere, shops };
}

Deno.test("roleIn() is the higher of the roles in a shop and in every shop", () => {
  equal(roleIn(access(null, null, "owner"), M1), null);
  equal(roleIn(access("viewer", null, "owner"), M1), "viewer");
  equal(roleIn(access("viewer", "staff", null), M1), "staff");
  equal(roleIn(access("owner", "viewer", null), M1), "owner");
});

Deno.test("manages(): an owner of every shop in which the other has a role", () => {
  equal(manages(access(null, "owner", null), access(null, "owner", null)), true);
  equal(manages(access(null, "owner", null), access(null, "staff", "viewer")), false);
  equal(manages(access(null, "owner", "owner"), access(null, "staff", "viewer")), true);
  equal(manages(access(null, "owner", "owner"), access("viewer", null, null)), false);
  equal(manages(access("staff", "owner", null), access(null, "viewer", null)), true);
  equal(manages(access("owner", null, null), access("owner", "owner", "owner")), true);
});

Deno.test("a person who manages another one has all of their permissions", () => {
  const roles = fc.constantFrom(...ROLES, null);
  const anyAccess = fc.tuple(roles, roles, roles).map((three) => access(...three));
  fc.assert(
    fc.property(anyAccess, anyAccess, (owner, other) => {
      if (!manages(owner, other)) return;
      for (const shop of [M1, M2]) {
        const [own, theirs] = [roleIn(owner, shop), roleIn(other, shop)];
        if (theirs !== null) equal(own, "owner");
      }
    }),
    runs(300),
  );
});
