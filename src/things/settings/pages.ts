import type { SettingsPage, ShopSetting } from "../setting.ts";
import { CART_SETTINGS } from "./checkout.ts";
import { GENERAL_SETTINGS } from "./general.ts";
import { LIMITS_SETTINGS, PEOPLE_SETTINGS } from "./limits.ts";
import { PAYMENTS_SETTINGS } from "./payments.ts";
import { COINS_SETTINGS, DELIVERY_SETTINGS, LOOK_SETTINGS, TAX_SETTINGS } from "./rules.ts";

/** The pages of settings in the dashboard, in their order. */
export const SETTINGS_PAGES: readonly SettingsPage[] = [
  GENERAL_SETTINGS,
  PAYMENTS_SETTINGS,
  TAX_SETTINGS,
  COINS_SETTINGS,
  DELIVERY_SETTINGS,
  LOOK_SETTINGS,
  CART_SETTINGS,
  LIMITS_SETTINGS,
];

/** All settings of a shop, by page and form: those of the command line, of seed files and of pages. */
export const ALL_SETTINGS: readonly SettingsPage[] = [
  GENERAL_SETTINGS,
  CART_SETTINGS,
  TAX_SETTINGS,
  DELIVERY_SETTINGS,
  PAYMENTS_SETTINGS,
  COINS_SETTINGS,
  LOOK_SETTINGS,
  LIMITS_SETTINGS,
  PEOPLE_SETTINGS,
];

/** The settings of pages, in their order. */
export function settingsOf(pages: readonly SettingsPage[]): readonly ShopSetting[] {
  return pages.flatMap(({ forms }) => forms.flatMap(({ settings }) => settings));
}
