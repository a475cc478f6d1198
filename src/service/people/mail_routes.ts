import { invalid } from "../../domain/errors.ts";
import { type Access, soleShop } from "../../domain/people/role.ts";
import type { MerchantId } from "../../domain/ids.ts";
import { oneLine } from "../../domain/shop/template.ts";
import { endpointPlace } from "../../domain/shop/webhook.ts";
import type { MailSender } from "../channels/mail_post.ts";
import { parseMailSettings } from "../channels/mail_settings.ts";
import type { Deps } from "../deps.ts";

/** Options of the operator's mail server, as given. */
export interface OperatorMailOptions {
  readonly mail?: string | undefined;
  readonly mailFrom?: string | undefined;
}

/**
 * The sender of the operator's own mails; null without one. Its server may be on a private network.
 *
 * @param isArgument true if `mail` is an argument, which other users can list
 * @throws {AppError} `error.invalid-request`; the message does not repeat the password
 */
export function operatorSender(
  { mail: url = "", mailFrom: from = "" }: OperatorMailOptions,
  isArgument: boolean,
): MailSender | null {
  if (url === "" && from === "") return null;
  if (url === "") throw invalid("--mail-from needs --mail, the mail server");
  if (from === "") throw invalid("--mail needs --mail-from, the address of the sender");
  if (isArgument && URL.parse(url)?.password) {
    throw invalid("--mail must have no password, as other users can list it: set CHECKOUT_MAIL");
  }
  const settings = parseMailSettings({ url, from }, { allowInsecure: true });
  return { url: settings.server, from: { name: "checkoutd", address: from }, allowInsecure: true };
}

/** Dependencies of {@link MailRoutes}. */
export interface MailRouteDeps extends Pick<Deps, "store" | "secrets"> {
  /** The operator's mail server; null without one. */
  readonly operator: MailSender | null;
  /** True if this process may send to private addresses of shops. */
  readonly allowInsecure: boolean;
}

/**
 * Mail servers for mails to people. The operator's is for all. A shop's is for people whose every
 * role is in this one shop: its owner could read the mails, and so sign in as the reader.
 */
export class MailRoutes {
  readonly #deps: MailRouteDeps;

  constructor(deps: MailRouteDeps) {
    this.#deps = deps;
  }

  /** The mail server for a person; null if none may be used here. */
  async of(person: Access): Promise<MailSender | null> {
    const { operator } = this.#deps;
    if (operator !== null) return operator;
    const shop = soleShop(person);
    return shop === null ? null : await this.#ofShop(shop);
  }

  async #ofShop(merchantId: MerchantId): Promise<MailSender | null> {
    const { store, secrets, allowInsecure } = this.#deps;
    const channel = (await store.webhooks.of(merchantId))
      .find((one) => one.kind === "email" && one.disabledAt === null);
    const shop = await store.merchants.find(merchantId);
    if (channel?.kind !== "email" || shop === null) return null;
    if (channel.allowInsecure && !allowInsecure) return null;
    const place = endpointPlace(channel);
    if (secrets.isLocked(channel.server, place)) return null;
    return {
      url: secrets.open(channel.server, place),
      from: { name: oneLine(shop.name), address: channel.from },
      allowInsecure,
    };
  }
}
