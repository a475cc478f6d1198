import type { MerchantId } from "../ids.ts";
import type { Invitation } from "../people/invitation.ts";
import type { Passkey } from "../people/passkey.ts";
import type { Person } from "../people/person.ts";
import { type AuditKind, snakeCased, timeText } from "./fact.ts";

/** An invitation to a shop; the note on who is meant is of its owner alone. */
export const AUDITED_INVITATION: AuditKind<Invitation> = {
  kind: "invitation",
  place: ({ merchantId, id }) => ({ merchantId, id, label: null }),
  shown: ({ role, acceptance }) => ({ role, accepted_at: timeText(acceptance?.at ?? null) }),
};

/**
 * A passkey of a person, who is the subject. Its name can say anything.
 *
 * @param merchantId the only shop of the person; null for none and for several
 */
export function auditedPasskey(merchantId: MerchantId | null): AuditKind<Passkey> {
  return {
    kind: "passkey",
    place: ({ id }) => ({ merchantId, id, label: null }),
    shown: ({ host, createdAt }) => ({ host, created_at: timeText(createdAt) }),
    hidden: ({ name }) => ({ name }),
  };
}

/**
 * A person with access to the dashboard.
 *
 * @param merchantId the shop that the change is about, whose owners read it: it shows the role there
 *   alone; null for a change of the whole installation
 */
export function auditedPerson(merchantId: MerchantId | null): AuditKind<Person> {
  return {
    kind: "user",
    place: ({ id, login }) => ({ merchantId, id, label: login }),
    shown: ({ login, everywhere, shops, hasFactor }) => ({
      login,
      ...merchantId === null
        ? { everywhere, shops: snakeCased(shops) }
        : { role: shops.find((one) => one.merchantId === merchantId)?.role ?? null },
      second_factor: hasFactor || null,
    }),
    hidden: ({ passwordHash, email }) => ({ password: passwordHash, email }),
  };
}
