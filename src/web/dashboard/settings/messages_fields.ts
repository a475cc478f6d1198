import { MESSAGE_NAMES, MESSAGES } from "../../../domain/shop/message.ts";
import type { Channel } from "../../../domain/shop/webhook.ts";
import type { FormField } from "../forms/fields.tsx";
import type { FormState } from "../forms/form_state.ts";
import { ownProofFields, type Prover } from "../sign_in/password_form.tsx";

/** Fields of the forms of messages whose text no page has. */
export const MESSAGE_SECRETS = { mail: ["password"], sms: ["url", "headers", "body"] } as const;

/** The messages that a channel sends, by the names of their fields. */
export function sentMessages(channel: Pick<Channel, "events"> | undefined) {
  return Object.fromEntries(
    MESSAGE_NAMES.map((name) => {
      const { event, isOptional = false } = MESSAGES[name];
      return [name, channel === undefined ? !isOptional : channel.events.includes(event)];
    }),
  );
}

/** The fields of a form whose text no page has, and the proof of the person if it is asked for. */
export function secretFields(
  form: "mail" | "sms",
  { isStored, entered, prover }: {
    /** True if one is stored, which an empty field keeps. */
    readonly isStored: boolean;
    readonly entered: FormState;
    readonly prover: Prover | null;
  },
): FormField[] {
  return [
    ...(form === "mail" ? mailSecret(isStored, entered) : smsSecrets(isStored, entered)),
    ...(prover === null ? [] : ownProofFields(prover, "Where messages go through needs it again")),
  ];
}

function mailSecret(isStored: boolean, entered: FormState): FormField[] {
  const hint = isStored
    ? "Left empty, the stored one stays, unless server, port or user change"
    : "It is stored, and never shown";
  return [{
    kind: "secret",
    name: "password",
    label: "Password",
    hint,
    ...entered.errorOf("password"),
  }];
}

function smsSecrets(isStored: boolean, entered: FormState): FormField[] {
  const keeps = isStored ? ". Left empty with headers and body, the stored ones stay" : "";
  return [
    {
      kind: "secret",
      name: "url",
      label: "URL",
      hint: `https, with {phone} and {text} here or in the body${keeps}`,
      ...entered.errorOf("url"),
    },
    {
      kind: "textarea",
      name: "headers",
      label: "Headers",
      hint: "One a line, as in Authorization: Bearer ...",
      rows: 2,
      isSecret: true,
      ...entered.errorOf("headers"),
    },
    {
      kind: "textarea",
      name: "body",
      label: "Body",
      hint: 'As in {"to": "{phone}", "text": "{text}"}',
      rows: 2,
      isSecret: true,
      ...entered.errorOf("body"),
    },
  ];
}
