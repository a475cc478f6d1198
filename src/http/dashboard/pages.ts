import { dashboardAssets } from "./assets.ts";
import { Attempts } from "./attempts.ts";
import type { DashboardPage, DashboardServices } from "./page.ts";
import { PasswordAgain } from "./password_again.ts";
import { deliveryPages } from "./pages/deliveries.ts";
import { webhookPages } from "./pages/webhooks.ts";
import { keyPages } from "./pages/keys.ts";
import { accountPages } from "./pages/account.ts";
import { auditPages } from "./pages/audit.ts";
import { couponPages } from "./pages/coupons.ts";
import { customerPages } from "./pages/customers.ts";
import { healthPage } from "./pages/health.ts";
import { invitationPages } from "./pages/invitation.ts";
import { overviewPage } from "./pages/overview.ts";
import { productImportPages } from "./pages/product_import.ts";
import { productPages } from "./pages/products.ts";
import { peoplePages } from "./pages/people.ts";
import { sessionListPages } from "./pages/sessions/lists.ts";
import { sessionPages } from "./pages/sessions/session.ts";
import { unexpectedPages } from "./pages/sessions/unexpected.ts";
import { signInPages } from "./pages/sign_in.ts";
import { startPage } from "./pages/start.ts";

/** Every page of the dashboard, and every form of one. */
export function dashboardPages(
  services: DashboardServices,
  attempts = new Attempts(),
): DashboardPage[] {
  return [
    ...dashboardAssets(),
    ...signInPages(services, attempts),
    ...invitationPages(services, attempts),
    ...accountPages(services, attempts),
    ...new PasswordAgain(services, attempts).pages(),
    startPage(),
    overviewPage(services),
    ...keyPages(services),
    ...webhookPages(services),
    ...deliveryPages(services),
    ...sessionListPages(services),
    ...sessionPages(services),
    ...unexpectedPages(services),
    ...couponPages(services),
    ...peoplePages(services),
    ...customerPages(services),
    ...productPages(services),
    ...productImportPages(services),
    ...auditPages(services),
    healthPage(services),
  ];
}
