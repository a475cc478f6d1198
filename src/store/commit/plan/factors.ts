import { NOT_SEALED } from "../../../domain/secret.ts";
import { MAX_PASSKEYS } from "../../../domain/people/factor.ts";
import {
  authenticatorToRow,
  passkeyToRow,
  signInWaitToRow,
} from "../../../schema/stored/factor.ts";
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

  "authenticator.put": ({ authenticator, replaces, hasFactor }) => [
    one("authenticator.put", {
      ...authenticatorToRow(authenticator),
      replaces,
      with_factor: Number(hasFactor),
    }, {
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

  "passkey.add": ({ passkey, hasFactor }) => [
    one("passkey.add", {
      ...passkeyToRow(passkey),
      with_factor: Number(hasFactor),
      most: MAX_PASSKEYS,
    }, {
      onNoRow: `You have ${MAX_PASSKEYS} passkeys, or your factors have changed meanwhile`,
      onPrimaryKey: "This passkey is known already",
      onForeignKey: `Person of the passkey is not known: ${passkey.personId}`,
    }),
  ],

  "passkey.use": ({ id, counter, at }) => [
    one("passkey.use", { id, counter, at }, {
      onNoRow: "The answer was used, the passkey was removed, or its counter does not count on",
    }),
  ],

  "passkey.remove": ({ personId, id }) => [
    one("passkey.delete", { id, person_id: personId }, {
      onNoRow: "This passkey is removed, or is your only factor",
    }),
  ],

  "factor.remove": ({ personId }) => [
    one("factor.require", { person_id: personId }, {
      onNoRow: `Person has no second factor: ${personId}`,
    }),
    any("authenticator.delete", { person_id: personId }),
    any("passkeys.delete", { person_id: personId }),
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
