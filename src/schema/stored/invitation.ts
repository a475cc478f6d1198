import { z } from "zod";
import type { Invitation } from "../../domain/people/invitation.ts";
import { ROLES } from "../../domain/people/role.ts";
import type { Form } from "../form.ts";
import { count, invitationId, merchantId, parseRow, personId, sha256 } from "./parse.ts";

const rowSchema = z.object({
  id: invitationId,
  merchant_id: merchantId,
  invited_by: personId,
  role: z.enum(ROLES),
  name: z.string(),
  token_hash: sha256,
  created_at: count,
  accepted_by: personId.nullable(),
  accepted_at: count.nullable(),
});

/**
 * Reads an invitation from a row of `invitations`.
 *
 * @throws {RowError} when the row does not parse
 */
export function invitationFromRow(row: unknown): Invitation {
  const { accepted_by: personId, accepted_at: at, ...rest } = parseRow(rowSchema, row, {
    table: "invitations",
    keyColumns: ["id"],
  });
  return {
    id: rest.id,
    merchantId: rest.merchant_id,
    invitedBy: rest.invited_by,
    role: rest.role,
    name: rest.name,
    tokenHash: rest.token_hash,
    createdAt: rest.created_at,
    acceptance: personId === null || at === null ? null : { personId, at },
  };
}

/** The columns of `invitations`. */
export function invitationToRow({ acceptance, ...invitation }: Invitation): Form<typeof rowSchema> {
  return {
    id: invitation.id,
    merchant_id: invitation.merchantId,
    invited_by: invitation.invitedBy,
    role: invitation.role,
    name: invitation.name,
    token_hash: invitation.tokenHash,
    created_at: invitation.createdAt,
    accepted_by: acceptance?.personId ?? null,
    accepted_at: acceptance?.at ?? null,
  };
}
