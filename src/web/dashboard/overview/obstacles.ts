import type { Child } from "hono/jsx";
import type { Alarm } from "../../../domain/alarm.ts";
import type { Attention } from "../../../domain/shop/attention.ts";
import { HOURLY_NOUNS } from "../../../domain/shop/hourly.ts";
import type { Obstacle } from "../../../domain/shop/obstacles.ts";
import type { Tone } from "../../../things/list.ts";
import { sectionPath } from "../links.ts";
import type { DashboardFormats } from "../parts/format.ts";

/** A problem with the page that shows more. */
export interface ShopProblem {
  readonly tone: Tone;
  readonly badge: string;
  /** Undefined if no page of the dashboard changes it. */
  readonly href?: string;
  readonly title: Child;
  readonly detail?: Child;
}

/** The settings that keep customers from buying. */
export function obstacleProblems(
  shopId: string,
  { obstacles = [] }: Partial<Attention>,
): ShopProblem[] {
  const problems: Readonly<Record<Obstacle, ShopProblem>> = {
    payment: {
      tone: "bad",
      badge: "Sales",
      href: sectionPath(shopId, "providers"),
      title: "This shop cannot be paid",
      detail: "Add a payment provider, or allow transfers or cash on delivery",
    },
    delivery: {
      tone: "bad",
      badge: "Sales",
      title: "This shop does not deliver to its own country",
      detail: "Add a rule for it: Settings, Delivery",
    },
  };
  return obstacles.map((one) => problems[one]);
}

/** Numbers above those that the shop expects. Nothing was refused for them. */
export function unusualProblems(
  shopId: string,
  { unusual = [] }: Partial<Attention>,
  { whole, moment }: DashboardFormats,
): ShopProblem[] {
  return unusual.map(({ limit, hour, count, expected }) => ({
    tone: "warn",
    badge: "Unusual",
    ...(limit === "ordersHourly" && { href: sectionPath(shopId, "orders") }),
    title: `${whole(count)} ${HOURLY_NOUNS[limit]}s in the hour from ${moment(hour)}`,
    detail: `The shop expects at most ${whole(expected)}. Nothing was refused`,
  }));
}

/** Alarms of the server, with the page that says what to do. */
export function alarmProblems(
  shopId: string,
  alarms: readonly Alarm[],
  { relative }: DashboardFormats,
  now: number,
): ShopProblem[] {
  return alarms.map(({ topic, since, message }) => ({
    tone: "bad",
    badge: topic === "backup" ? "Backup" : "Dashboard",
    title: topic === "backup" ? "The nightly backup fails" : "A dashboard of the server is off",
    href: sectionPath(shopId, "health"),
    detail: `${message}. It began ${relative(since, now)}`,
  }));
}
