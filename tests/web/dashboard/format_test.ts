import { equal, match } from "node:assert/strict";
import { dashboardFormats } from "../../../src/web/dashboard/parts/format.ts";
import { pathWithin, sectionPath, withQuery } from "../../../src/web/dashboard/links.ts";
import { MomentText } from "../../../src/web/dashboard/parts/moment_text.tsx";

const INDIA = dashboardFormats({
  countryCode: "IN",
  currencyCode: "INR",
  timeZone: "Asia/Kolkata",
});
const KUWAIT = dashboardFormats({ countryCode: "KW", currencyCode: "KWD", timeZone: "UTC" });
/** Half an hour before midnight in UTC: the next day in India. */
const LATE = Date.UTC(2026, 10, 21, 23, 30);

/** Without the spaces that do not break, which differ between versions of Unicode's data. */
const plain = (text: string) => text.replace(/[\u00a0\u202f]/g, " ");

Deno.test("dashboardFormats() writes amounts by currency, exact beyond 2^53", () => {
  equal(INDIA.amount(12_345_650), "₹1,23,456.50");
  equal(plain(INDIA.amount(1_500, "JPY")), "JP¥1,500");
  equal(plain(KUWAIT.amount(1_005)), "KWD 1.005");
  match(INDIA.amount(27_021_597_764_222_973n), /^₹[\d,]+29\.73$/);
  equal(INDIA.amount(-5), "-₹0.05");
  equal(plain(INDIA.short(150_000, "INR")), "₹1.5L");
});

Deno.test("dashboardFormats() writes moments and days in the shop's time zone", () => {
  equal(plain(INDIA.moment(LATE)), "22 Nov 2026, 5:00 am");
  equal(INDIA.shortDay(LATE), "22 Nov");
  equal(plain(KUWAIT.shortDay(LATE)), "Nov 21");
  const html = String(MomentText({ at: LATE, formats: INDIA }));
  equal(
    plain(html),
    '<time datetime="2026-11-21T23:30:00.000Z"><span>22 Nov 2026,</span> <span>5:00 am</span></time>',
  );
});

Deno.test("dashboardFormats() writes times from now in the largest whole unit", () => {
  const after = (minutes: number) => INDIA.relative(LATE + minutes * 60_000, LATE);
  equal(after(-5), "5 minutes ago");
  equal(after(59), "in 59 minutes");
  equal(after(60), "in 1 hour");
  equal(after(-47 * 60), "1 day ago");
  equal(after(3 * 1440), "in 3 days");
});

Deno.test("dashboardFormats() has no share of nothing", () => {
  equal(INDIA.percent(1, 3), "33.3%");
  equal(INDIA.percent(0, 0), "–");
});

Deno.test("addresses of pages are encoded, and a query has what is set", () => {
  equal(sectionPath("a/b", "orders"), "/shops/a%2Fb/orders");
  equal(sectionPath("a", "health"), "/health");
  equal(pathWithin("a", "coupons", "10 %/#?"), "/shops/a/coupons/10%20%25%2F%23%3F");
  equal(withQuery("/x", { a: "1 & 2", b: "", c: undefined }), "/x?a=1+%26+2");
  equal(withQuery("/x", { b: "" }), "/x");
});
