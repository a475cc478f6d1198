/** A shop with an owner, for the tests of the dashboard's pages. */
import assert from "node:assert/strict";
import { NO_AUDIT_FILTER } from "../../../src/domain/filters.ts";
import { withWorld, type World } from "../../support/app.ts";
import { type Dashboard, dashboardOf, roleAt, type Seen, type Visitor } from "./dashboard.ts";

/** A shop with an owner who uses the dashboard. */
export interface Scene extends World {
  readonly dashboard: Dashboard;
  readonly owner: Visitor;
  /** Path of the section. */
  readonly path: string;
}

/**
 * Runs a test with a shop that has a time zone of its own.
 *
 * @param section path of the pages within the shop
 */
export function withOwner(
  section: string,
  test: (scene: Scene) => Promise<void>,
  options: Pick<NonNullable<Parameters<typeof withWorld>[1]>, "callProvider"> = {},
): Promise<void> {
  return withWorld(async (world) => {
    const dashboard = dashboardOf(world);
    const owner = await dashboard.visitor("anna", roleAt(world.merchant.id, "owner"));
    await test({ ...world, dashboard, owner, path: `/shops/${world.merchant.id}/${section}` });
  }, { ...options, merchant: { timeZone: "Asia/Kolkata" } });
}

/** Changes by people in the audit trail, oldest first. */
export async function audited({ store, merchant }: World): Promise<string[]> {
  const { rows } = await store.audit.list({ ...NO_AUDIT_FILTER, merchantId: merchant.id }, {
    limit: 50,
  });
  return rows.filter(({ subject }) => subject.kind === "person")
    .map(({ subject, action, object }) => `${subject.label} ${action} ${object.label}`).reverse();
}

/** Path that an answer leads to. */
export function location({ status, headers }: Seen): string {
  assert.equal(status, 303);
  return headers.get("location") ?? "";
}

/** Fields that a browser sends of the page's form. */
export function fieldsOf(text: string): [string, string][] {
  const form = /<form class="action"[^]*?<\/form>/.exec(text)?.[0] ?? "";
  const plain = (value = "") =>
    value.replaceAll("&quot;", '"').replaceAll("&lt;", "<").replaceAll("&gt;", ">")
      .replaceAll("&amp;", "&");
  const inputs = [...form.matchAll(/<input ([^>]*)\/?>/g)].flatMap(([, attributes = ""]) => {
    const of = (name: string) => new RegExp(`${name}="([^"]*)"`).exec(attributes)?.[1];
    const isBox = /type="(?:radio|checkbox)"/.test(attributes);
    if (isBox && !/ checked/.test(attributes)) return [];
    return [[of("name") ?? "", plain(of(" value") ?? (isBox ? "on" : ""))] as [string, string]];
  });
  const areas = [...form.matchAll(/<textarea [^>]*name="([^"]*)"[^>]*>([^<]*)</g)]
    .map(([, name = "", value]) => [name, plain(value)] as [string, string]);
  const lists = [...form.matchAll(/<select [^>]*name="([^"]*)"[^]*?<\/select>/g)]
    .map(([list, name = ""]) =>
      [name, plain(/ value="([^"]*)" selected/.exec(list)?.[1])] as [string, string]
    );
  return [...inputs, ...areas, ...lists];
}
