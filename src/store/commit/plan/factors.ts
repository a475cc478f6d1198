import { NOT_SEALED } from "../../../domain/secret.ts";
import { authenticatorToRow, signInWaitToRow } from "../../../schema/stored/factor.ts";
import { any, one, type Planners } from "./statement.ts";

/** Second factors of people, and sign-ins that wait for one. */
export const FACTORS = {
  "signInWait.add": ({ wait }) => [
    one("signInWait.add", signInWaitToRow(wait), {
      onForeignKey: `Person of the sign-in is not known: ${wait.personId}`,
    }),
  ],

  "signInWait.take": ({ tokenHash }) => [
    one("signInWait.delete", { token_hash: tokenHash }, { onNoRow: "The sign-in has ended" }),
  ],

  "authenticator.put": ({ authenticator, replaces }) => [
    one("authenticator.put", { ...authenticatorToRow(authenticator), replaces }, {
      onNoRow: "Another app was set up or removed meanwhile",
      onCheck: NOT_SEALED,
      onForeignKey: `Person of the app is not known: ${authenticator.personId}`,
    }),
  ],

  "authenticator.use": ({ personId, createdAt, step }) => [
    one("authenticator.use", { person_id: personId, created_at: createdAt, last_step: step }, {
      onNoRow: "The code was used, or the app was replaced",
    }),
  ],

  "authenticator.remove": ({ personId }) => [
    one("authenticator.delete", { person_id: personId }, {
      onNoRow: `Person has no authenticator app: ${personId}`,
    }),
    any("recoveryCodes.delete", { person_id: personId }),
  ],

  "recoveryCodes.set": ({ personId, hashes }) => [
    any("recoveryCodes.delete", { person_id: personId }),
    ...hashes.map((code_hash) =>
      one("recoveryCode.add", { person_id: personId, code_hash }, {
        onForeignKey: `Person of the code is not known: ${personId}`,
      })
    ),
  ],

  "recoveryCode.take": ({ personId, hash }) => [
    one("recoveryCode.delete", { person_id: personId, code_hash: hash }, {
      onNoRow: "The recovery code was used",
    }),
  ],
} satisfies Partial<Planners>;
