import { dashboardAssets } from "./assets/assets.ts";
import { Attempts } from "./sign_in/attempts.ts";
import type { DashboardPage, DashboardServices } from "./page.ts";
import { PasswordAgain } from "./sign_in/password_again.ts";
import { deliveryPages } from "./webhooks/delivery_pages.ts";
import { webhookPages } from "./webhooks/pages.ts";
import { keyPages } from "./keys/pages.ts";
import { factorPages } from "./account/factor_pages.ts";
import { accountPages } from "./account/pages.ts";
import { auditPages } from "./audit/pages.ts";
import { couponPages } from "./coupons/pages.ts";
import { customerPages } from "./customers/pages.ts";
import { healthPages } from "./health/pages.ts";
import { invitationPages } from "./invitation/pages.ts";
import { providerPages } from "./providers/pages.ts";
import { overviewPages } from "./overview/pages.ts";
import { productEditPages } from "./products/edit_pages.ts";
import { productImportPages } from "./products/import_pages.ts";
import { productPages } from "./products/pages.ts";
import { peoplePages } from "./people/pages.ts";
import { refundListPages } from "./refunds/pages.ts";
import type { SectionName } from "./sections.ts";
import { messagesPages } from "./settings/messages_pages.ts";
import { settingsPages } from "./settings/pages.ts";
import { sessionListPages } from "./sessions/list_pages.ts";
import { sessionPages } from "./sessions/session_pages.ts";
import { unexpectedPages } from "./unexpected/pages.ts";
import { passkeyPages } from "./sign_in/passkey_pages.ts";
import { factorStepPages } from "./sign_in/factor_pages.ts";
import { forgotPages } from "./sign_in/forgot_pages.ts";
import { signInPages } from "./sign_in/pages.ts";
import { startPage } from "./shops/pages.ts";

/** The pages of each section. */
const PAGES: Readonly<Record<SectionName, (services: DashboardServices) => DashboardPage[]>> = {
  overview: overviewPages,
  orders: (services) => sessionListPages(services, "orders"),
  sessions: (services) => [...sessionListPages(services, "sessions"), ...sessionPages(services)],
  unexpected: unexpectedPages,
  refunds: refundListPages,
  customers: customerPages,
  products: (services) => [
    ...productEditPages(services),
    ...productPages(services),
    ...productImportPages(services),
  ],
  coupons: couponPages,
  settings: (services) => [...settingsPages(services), ...messagesPages(services)],
  providers: providerPages,
  keys: keyPages,
  webhooks: (services) => [...webhookPages(services), ...deliveryPages(services)],
  people: peoplePages,
  audit: auditPages,
  health: healthPages,
};

/** Every page of the dashboard, and every form of one. */
export function dashboardPages(
  services: DashboardServices,
  attempts = new Attempts(),
): DashboardPage[] {
  return [
    ...dashboardAssets(),
    ...signInPages(services, attempts),
    ...forgotPages(services, attempts),
    ...factorStepPages(services, attempts),
    ...passkeyPages(services),
    ...invitationPages(services, attempts),
    ...accountPages(services, attempts),
    ...factorPages(services, attempts),
    ...new PasswordAgain(services, attempts).pages(),
    startPage(),
    ...Object.values(PAGES).flatMap((pagesOf) => pagesOf(services)),
  ];
}
