import { AppError, invalid } from "../../../domain/errors.ts";
import { fingerprint } from "../../../domain/idempotency.ts";
import { MESSAGE_NAMES } from "../../../domain/shop/message.ts";
import { type Channel, SMS_METHODS } from "../../../domain/shop/webhook.ts";
import { fieldAt } from "../../../domain/values/json.ts";
import { shownServer } from "../../../service/channels/channel_forms.ts";
import type { SettingForm } from "../../../things/setting.ts";
import { MAIL_FORM, SMS_FORM } from "../../../things/settings/messages.ts";
import type { FormField } from "../forms/fields.tsx";
import { Forms } from "../forms/form_state.ts";
import { inLabels } from "../forms/labelled.ts";
import { changedSinceLoaded } from "../forms/saved_fields.ts";
import { shopForm, type ShowShopPage } from "../forms/shop_form.ts";
import { withQuery } from "../links.ts";
import type { DashboardPage, DashboardServices, ShopCall } from "../page.ts";
import { page } from "../replies.ts";
import { proverOf } from "../sign_in/password_again.ts";
import { settingFields } from "./fields.ts";
import { messagesBody, messagesPath } from "./messages.tsx";
import { MESSAGE_SECRETS, secretFields, sentMessages } from "./messages_fields.ts";
import { readSettings } from "./read.ts";

const PAGE = "/shops/{shop}/settings/messages";
const NEEDS = "settings:write";

type Services = Pick<DashboardServices, "channelForms" | "channels" | "account" | "passkeySignIns">;

/** Changes, by their words in the address. */
const DONE: Readonly<Record<string, string>> = {
  mail: "Saved: Mail server. Send yourself a test.",
  sms: "Saved: SMS gateway.",
  removed: "Removed.",
};

/** The mail server and the SMS gateway of a shop. */
export function messagesPages(services: Services): DashboardPage[] {
  const { channelForms, channels } = services;
  const show = messagesPage(services);
  const back = ({ shop }: ShopCall) => messagesPath(shop.id);
  const own = { needs: NEEDS, show, back } as const;
  const done = (call: ShopCall, word: string) => withQuery(back(call), { done: word });
  return [
    {
      id: "settings.messages",
      method: "GET",
      path: PAGE,
      needs: NEEDS,
      handle: (call) => show(call, new Forms()),
    },
    ...(["mail", "sms"] as const).flatMap((form) => [
      ...shopForm({
        ...own,
        id: `settings.messages.${form}`,
        path: `${PAGE}/${form}`,
        asksAgain: true,
        secretFields: MESSAGE_SECRETS[form],
        async act(call, values) {
          await save(services, call, { form, values });
          return done(call, form);
        },
      }),
      ...shopForm({
        ...own,
        id: `settings.messages.${form}.remove`,
        path: `${PAGE}/${form}/remove`,
        asksAgain: true,
        async act(call) {
          await channels.remove(call.shop, form === "mail" ? "email" : "sms", call.by);
          return done(call, "removed");
        },
      }),
    ]),
    ...shopForm({
      ...own,
      id: "settings.messages.test",
      path: `${PAGE}/test`,
      isLong: true,
      isOnce: true,
      async act(call) {
        const failure = await channelForms.testMail(call.shop, call.person);
        const text = failure === null
          ? "The mail server has taken the test: look into your mailbox."
          : `The test was not sent. ${failure}.`;
        return await show(call, new Forms(), {}, { isGood: failure === null, text });
      },
    }),
  ];
}

type ShowMessages = (
  ...shown: [
    ...Parameters<ShowShopPage>,
    tested?: { readonly isGood: boolean; readonly text: string },
  ]
) => ReturnType<ShowShopPage>;

function messagesPage(services: Services): ShowMessages {
  return async (call, forms, shown, tested) => {
    const { shop, person, cookie = "", query } = call;
    const { mail, sms } = await services.channelForms.of(shop);
    const isConfirmed = await services.account.isConfirmed(cookie);
    const prover = isConfirmed ? null : await proverOf(services.passkeySignIns, call);
    const text = DONE[query.get("done") ?? ""];
    const fields = (form: SettingForm, channel: Channel | undefined, entry: object) => {
      const name = form === MAIL_FORM ? "mail" : "sms";
      const entered = forms.of(messagesPath(shop.id, name));
      const model = { entry: { ...entry, messages: sentMessages(channel) }, entered };
      const shownFields = settingFields({
        ...model,
        form,
        seen: seenName(channel),
        currencyCode: shop.currencyCode,
      });
      const isStored = channel !== undefined;
      const secrets = secretFields(name, { isStored, entered, prover });
      const isOff = channel !== undefined && channel.disabledAt !== null;
      return { fields: withSecrets(shownFields, secrets), isSet: isStored, isOff };
    };
    const body = messagesBody({
      shopId: shop.id,
      channels: {
        mail: fields(MAIL_FORM, mail, mail === undefined ? NEW_MAIL : shownServer(mail)),
        sms: fields(SMS_FORM, sms, { method: SMS_METHODS[0] }),
      },
      email: person.email,
      hasProof: prover !== null,
      done: tested ?? (text === undefined ? undefined : { isGood: true, text }),
      forms,
    });
    return page(call, body, shown);
  };
}

/** A mail server that is not set up yet. */
const NEW_MAIL = { port: 465, security: "smtps" };

/** Puts secrets after the user or the method, and what proves who saves it last. */
function withSecrets(shown: readonly FormField[], secrets: readonly FormField[]): FormField[] {
  const at = shown.findIndex((one) => "name" in one && ["user", "method"].includes(one.name)) + 1;
  return [
    ...shown.slice(0, at),
    ...secrets.filter(isOfForm),
    ...shown.slice(at),
    ...secrets.filter((field) => !isOfForm(field)),
  ];
}

function isOfForm(field: FormField): boolean {
  const names: readonly string[] = Object.values(MESSAGE_SECRETS).flat();
  return "name" in field && names.includes(field.name);
}

/** Names a channel as it is saved. */
function seenName(channel: Channel | undefined): string {
  return fingerprint(channel === undefined ? null : JSON.stringify(channel)).slice(0, 32);
}

/** @throws {AppError} a refusal in the words of the form */
async function save(
  { channelForms }: Services,
  { shop, by }: ShopCall,
  { form: name, values }: { readonly form: "mail" | "sms"; readonly values: URLSearchParams },
): Promise<void> {
  // Lost where the factor or the password was asked for on a page of its own.
  if (MESSAGE_SECRETS[name].some((field) => !values.has(field))) {
    throw invalid("It is you: enter what this page does not show again, and save");
  }
  const known = (await channelForms.of(shop))[name];
  if (values.get("seen") !== seenName(known)) throw changedSinceLoaded("part of the settings");
  const form = name === "mail" ? MAIL_FORM : SMS_FORM;
  const text = (field: string) => values.get(field) ?? "";
  const read = readSettings(form, { messages: {} }, values);
  const messages = MESSAGE_NAMES.filter((one) => fieldAt(read, `messages.${one}`) === true);
  const labels = Object.fromEntries(form.settings.map(({ field, label }) => [field, label]));
  try {
    if (name === "sms") {
      const secret = { url: text("url"), headers: text("headers"), body: text("body") };
      return await channelForms.putSms(shop, { method: text("method"), ...secret, messages }, by);
    }
    const port = Number(fieldAt(read, "port"));
    if (!(port >= 1 && port <= 65_535)) throw invalid("port must be from 1 to 65535", "port");
    await channelForms.putMail(shop, {
      host: text("host").trim(),
      port,
      security: text("security") === "smtp" ? "smtp" : "smtps",
      user: text("user").trim(),
      password: text("password"),
      from: text("from").trim(),
      messages,
    }, by);
  } catch (error) {
    throw besideField(inLabels({ ...labels, password: "Password", url: "URL" }, error), name);
  }
}

/** Fields of refusals, by their words. */
const REFUSED: Readonly<Record<"mail" | "sms", readonly (readonly [RegExp, string])[]>> = {
  mail: [[/sender/i, "from"], [/./, "host"]],
  sms: [[/header/i, "headers"], [/^The body/, "body"], [/./, "url"]],
};

/** A refusal that is shown beside its field. */
function besideField(error: unknown, form: "mail" | "sms"): unknown {
  if (!(error instanceof AppError) || error.code !== "error.invalid-request") return error;
  const { code, message } = error;
  const field = error.field ?? REFUSED[form].find(([words]) => words.test(message))?.[1];
  return field === undefined ? error : new AppError(code, message, { field, cause: error });
}
