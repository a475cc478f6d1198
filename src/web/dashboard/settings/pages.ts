import { fingerprint } from "../../../domain/idempotency.ts";
import { roleIn } from "../../../domain/people/role.ts";
import type { Merchant } from "../../../domain/shop/merchant.ts";
import { invalid } from "../../../domain/errors.ts";
import { fieldAt } from "../../../domain/values/json.ts";
import { changeMerchant, writeMerchant } from "../../../schema/seed/merchant.ts";
import { settingText } from "../../../schema/seed/setting_text.ts";
import type { SettingForm, SettingsPage } from "../../../things/setting.ts";
import { SETTINGS_PAGES } from "../../../things/settings/pages.ts";
import { Forms, FormState } from "../forms/form_state.ts";
import { inLabels } from "../forms/labelled.ts";
import { changedSinceLoaded, namedFields } from "../forms/saved_fields.ts";
import { shopForm, type ShowShopPage } from "../forms/shop_form.ts";
import { pathWithin, withQuery } from "../links.ts";
import type { DashboardPage, DashboardServices, ShopCall } from "../page.ts";
import { page as pageReply } from "../replies.ts";
import { settingFields } from "./fields.ts";
import { readSettings } from "./read.ts";
import { withOptionIds, withOptions } from "./shipping.ts";
import { settingsBody, settingsPageBody } from "./settings.tsx";

const LIST = "/shops/{shop}/settings";
/** Some 500 rules of delivery. */
const ROWS_LIMIT_BYTES = 256 * 1024;
const NEEDS = "settings:write";

type Services = Pick<DashboardServices, "merchants">;

/** A shop's settings: their list, and the pages with their forms. */
export function settingsPages(services: Services): DashboardPage[] {
  return [
    {
      id: "settings",
      method: "GET",
      path: LIST,
      needs: NEEDS,
      handle: (call) => pageReply(call, settingsBody(call.shop.id)),
    },
    ...SETTINGS_PAGES.flatMap((page) => pagesOf(services, page)),
  ];
}

function pagesOf(services: Services, page: SettingsPage): DashboardPage[] {
  const show = settingsPage(services, page);
  const path = `${LIST}/${page.name}` as const;
  const back = ({ shop }: ShopCall) => pathWithin(shop.id, "settings", page.name);
  return [
    {
      id: `settings.${page.name}`,
      method: "GET",
      path,
      needs: NEEDS,
      handle: (call) => show(call, new Forms()),
    },
    ...page.forms.flatMap((form) =>
      shopForm({
        id: `settings.${page.name}.${form.name}`,
        path: `${path}/${form.name}`,
        needs: NEEDS,
        asksAgain: form.asksAgain ?? false,
        ...form.settings.some(({ kind }) => kind === "rows") &&
          { formLimitBytes: ROWS_LIMIT_BYTES },
        show,
        back,
        async act(call, values) {
          await save(services, call, { form, values });
          return withQuery(back(call), { saved: form.name });
        },
      })
    ),
  ];
}

function settingsPage({ merchants }: Services, page: SettingsPage): ShowShopPage {
  return async (call, forms, shown) => {
    // Another person may have saved it while a form was refused.
    const shop = await merchants.find(call.shop.id);
    const entry = writeMerchant(shop);
    const saved = page.forms.find(({ name }) => name === call.query.get("saved"))?.title;
    const body = settingsPageBody(shop.id, {
      page,
      saved,
      forms: page.forms.map((form) => {
        const action = pathWithin(shop.id, "settings", page.name, form.name);
        const entered = forms.of(action);
        const seen = seenName(form, entry);
        const { currencyCode } = shop;
        return {
          form,
          action,
          entered,
          fixed: form.settings.filter(({ isFixed }) => isFixed).map((setting) => ({
            term: setting.label,
            value: `${settingText(setting, fieldAt(entry, setting.field))}, which cannot change`,
          })),
          fields: settingFields({ form, entry: withOptions(entry), seen, currencyCode, entered }),
        };
      }),
    });
    return pageReply(call, body, shown);
  };
}

/** Names the settings of a form as they are saved. */
function seenName({ settings }: SettingForm, entry: unknown): string {
  return fingerprint(settings.map(({ field }) => fieldAt(entry, field) ?? null)).slice(0, 32);
}

interface Entered {
  readonly form: SettingForm;
  readonly values: URLSearchParams;
}

/**
 * Saves a form.
 *
 * @throws {AppError} a refusal in the words of the form, also if its settings have been saved since
 *   it was loaded
 */
async function save({ merchants }: Services, call: ShopCall, { form, values }: Entered) {
  const { shop, by } = call;
  const hasDomains = form.settings.some(({ field }) => field === "domains");
  const ownsAll = !hasDomains ||
    (await merchants.heads()).every(({ id }) => roleIn(call.person, id) === "owner");
  try {
    await merchants.update(shop.id, (old) => {
      const whole = writeMerchant(old);
      if (values.get("seen") !== seenName(form, whole)) {
        throw changedSinceLoaded("part of the settings");
      }
      const draft = changeMerchant(
        old,
        (entry) => withOptionIds(readSettings(form, withOptions(entry), values)),
      );
      if (!ownsAll) requireOldDomains(old, draft.domains);
      return draft;
    }, by);
  } catch (error) {
    throw inLabels(labelsOf(shop, { form, values }), error);
  }
}

/** Refuses a new domain: of shops with other owners, one could take carts of another's store. */
function requireOldDomains(old: Merchant, domains: readonly string[]): void {
  const added = domains.find((one) => !old.domains.includes(one));
  if (added === undefined) return;
  throw invalid(
    `domains has a new one, ${added}: other shops of this server have other owners, so it is added ` +
      "by a person with all shops, or by `checkoutctl merchant update --domain`",
    "domains",
  );
}

/** The labels of a form's fields, by name. */
function labelsOf({ currencyCode }: Merchant, { form, values }: Entered) {
  const entered = new FormState({ action: "", values, message: "", field: undefined });
  const fields = settingFields({ form, entry: {}, seen: "", currencyCode, entered });
  return Object.fromEntries(namedFields(fields).map(({ name, label }) => [name, label]));
}
