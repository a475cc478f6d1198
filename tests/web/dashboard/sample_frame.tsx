/** The frame of the sample pages, and text that breaks what does not escape it. */
import type { Child } from "hono/jsx";
import { dashboardFormats } from "../../../src/web/dashboard/parts/format.ts";
import { type DashboardFrame, dashboardPage } from "../../../src/web/dashboard/frame.tsx";
import { SECTION_NAMES, type SectionName } from "../../../src/web/dashboard/sections.ts";

/** The moment of the samples. */
export const SAMPLE_NOW = Date.UTC(2026, 10, 22, 9, 30);
/** The shop of the samples. */
export const SAMPLE_SHOP = { id: "0190a1b2-0000-7000-8000-000000000001", name: "Demo Store" };
/** A name that breaks what does not escape it, and lines that do not wrap. */
export const HOSTILE = `<script>alert(1)</script>"'&\u202e <img src=x onerror=alert(2)> ${
  "Wwwwww".repeat(12)
}`;

const SHOPS = [SAMPLE_SHOP, { id: "b", name: "Second Store" }, { id: "c", name: HOSTILE }];
/** Its formats. */
export const FORMATS = dashboardFormats({
  countryCode: "IN",
  currencyCode: "INR",
  timeZone: "Asia/Kolkata",
});

/** The frame of a signed-in person. */
export const SAMPLE_FRAME: DashboardFrame = {
  person: { name: "Asha Rao" },
  shop: SAMPLE_SHOP,
  shops: SHOPS,
  sections: SECTION_NAMES,
};

/** A page of a section. */
export function samplePage(section: SectionName, title: string, children: Child): string {
  return dashboardPage(SAMPLE_FRAME, { title, section, children });
}
