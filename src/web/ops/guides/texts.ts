import api from "../../../../docs/api.md" with { type: "text" };
import checkout from "../../../../docs/checkout.md" with { type: "text" };
import checkoutPage from "../../../../docs/checkout-page.md" with { type: "text" };
import commands from "../../../../docs/commands.md" with { type: "text" };
import dashboard from "../../../../docs/dashboard.md" with { type: "text" };
import glossary from "../../../../docs/glossary.md" with { type: "text" };
import installing from "../../../../docs/installing.md" with { type: "text" };
import integrating from "../../../../docs/integrating.md" with { type: "text" };
import kept from "../../../../docs/kept.md" with { type: "text" };
import messages from "../../../../docs/messages.md" with { type: "text" };
import operating from "../../../../docs/operating.md" with { type: "text" };
import postgresql from "../../../../docs/postgresql.md" with { type: "text" };
import pricing from "../../../../docs/pricing.md" with { type: "text" };
import razorpay from "../../../../docs/providers/razorpay.md" with { type: "text" };
import refunds from "../../../../docs/refunds.md" with { type: "text" };
import running from "../../../../docs/running.md" with { type: "text" };
import seed from "../../../../docs/seed.md" with { type: "text" };
import server from "../../../../docs/server.md" with { type: "text" };
import shop from "../../../../docs/shop.md" with { type: "text" };
import steps from "../../../../docs/steps.md" with { type: "text" };
import stripe from "../../../../docs/providers/stripe.md" with { type: "text" };
import testing from "../../../../docs/testing.md" with { type: "text" };
import webhooks from "../../../../docs/webhooks.md" with { type: "text" };
import index from "../../../../docs/README.md" with { type: "text" };
import security from "../../../../SECURITY.md" with { type: "text" };

/** Path of the list of all pages. */
export const INDEX = "docs/README.md";

/** The pages, by their path in the repository: all but those for developers of the program. */
export const TEXTS: Readonly<Record<string, string>> = {
  [INDEX]: index,
  "SECURITY.md": security,
  "docs/api.md": api,
  "docs/checkout.md": checkout,
  "docs/checkout-page.md": checkoutPage,
  "docs/commands.md": commands,
  "docs/dashboard.md": dashboard,
  "docs/glossary.md": glossary,
  "docs/installing.md": installing,
  "docs/integrating.md": integrating,
  "docs/kept.md": kept,
  "docs/messages.md": messages,
  "docs/operating.md": operating,
  "docs/postgresql.md": postgresql,
  "docs/pricing.md": pricing,
  "docs/providers/razorpay.md": razorpay,
  "docs/providers/stripe.md": stripe,
  "docs/refunds.md": refunds,
  "docs/running.md": running,
  "docs/seed.md": seed,
  "docs/server.md": server,
  "docs/shop.md": shop,
  "docs/steps.md": steps,
  "docs/testing.md": testing,
  "docs/webhooks.md": webhooks,
};
