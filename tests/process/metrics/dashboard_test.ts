import assert from "node:assert/strict";
import { z } from "zod";
import type { Family } from "../../support/exposition.ts";
import { readRoot } from "../../support/root.ts";
import { promtool } from "../../support/promtool.ts";
import { lacks } from "../../support/tools.ts";
import { shown, someMetrics } from "./support.ts";

const dashboardSchema = z.object({
  uid: z.literal("checkoutd"),
  // The form that Grafana 10 and 11 read unchanged.
  schemaVersion: z.literal(39),
  templating: z.object({ list: z.array(z.object({ name: z.string() })) }),
  panels: z.array(z.object({
    id: z.int(),
    type: z.enum(["row", "stat", "timeseries"]),
    title: z.string().min(1),
    gridPos: z.object({ x: z.int(), y: z.int(), w: z.int(), h: z.int() }),
    targets: z.array(z.object({
      expr: z.string(),
      datasource: z.object({ type: z.literal("prometheus"), uid: z.literal("${datasource}") }),
    })).default([]),
  })),
});

async function dashboard(): Promise<z.infer<typeof dashboardSchema>> {
  return dashboardSchema.parse(JSON.parse(await readRoot("deploy/grafana/checkoutd.json")));
}

/** Names of metrics in an expression: words that begin as ours do. */
function metricsIn(expression: string): string[] {
  return [...expression.matchAll(/\b(?:checkoutd|process)_[a-z_]+/g)].map(([name]) => name);
}

async function expressions(): Promise<string[]> {
  return (await dashboard()).panels.flatMap(({ targets }) => targets.map(({ expr }) => expr));
}

Deno.test("the dashboard asks for the metrics that there are, and for every one of them", async () => {
  const { metrics, stop } = someMetrics();
  const families = await shown(metrics);
  await stop();
  const base = (name: string) =>
    families.get(name.replace(/_(?:bucket|sum|count)$/, ""))?.type === "histogram"
      ? name.replace(/_(?:bucket|sum|count)$/, "")
      : name;
  const asked = new Set((await expressions()).flatMap(metricsIn).map(base));
  assert.deepEqual([...asked].sort(), [...families.keys()].sort());
});

/** Names of the gauges with a value if a database answers and none if it does not. */
async function figuresOfDatabase(): Promise<string[]> {
  const fails = { read: () => Promise.reject(new Error("the database is away")) };
  const [answers, silent] = await Promise.all([{}, fails].map(async (options) => {
    const { metrics, stop } = someMetrics(options);
    const families = await shown(metrics);
    await stop();
    return families;
  }));
  const isShown = ({ samples }: Family) => samples.some(({ value }) => !Number.isNaN(value));
  return [...answers!.values()].filter((family) => family.type === "gauge" && isShown(family))
    .map(({ name }) => name).filter((name) => !isShown(silent!.get(name)!));
}

/** What several servers of one database show of it is the same, and is not added up. */
Deno.test("the dashboard takes the maximum of a database's figures over its servers", async () => {
  const shared = await figuresOfDatabase();
  assert.deepEqual(shared.sort(), [
    "checkoutd_database_size_bytes",
    "checkoutd_database_wal_size_bytes",
    "checkoutd_disputes_due",
    "checkoutd_disputes_open",
    "checkoutd_providers_listed_timestamp_seconds",
    "checkoutd_refunds_due",
    "checkoutd_refunds_open",
    "checkoutd_sessions",
    "checkoutd_unexpected_payments_open",
    "checkoutd_webhook_deliveries_pending",
  ]);
  const all = await expressions();
  for (const name of shared) {
    const asked = all.filter((expr) => metricsIn(expr).includes(name));
    assert.ok(asked.length > 0, name);
    for (const expr of asked) {
      assert.match(expr, new RegExp(`max by \\(job[^)]*\\) \\(${name}\\{[^}]*\\}\\)`), expr);
    }
  }
});

Deno.test({
  name: "two servers of one database count as one, a database of another job is added",
  ignore: await lacks("promtool"),
  async fn() {
    const pending = "checkoutd_webhook_deliveries_pending";
    const [expr = ""] = (await expressions()).filter((text) => text.includes(pending));
    const series = [["shop", "a:8080", 5], ["shop", "b:8080", 4], ["other", "c:8080", 2]].map((
      [job, instance, value],
    ) => ({ series: `${pending}{job="${job}",instance="${instance}"}`, values: `${value}` }));
    const test = {
      interval: "1m",
      input_series: series,
      promql_expr_test: [{
        expr: expr.replaceAll("$instance", ".*"),
        eval_time: "0m",
        exp_samples: [{ labels: "{}", value: 7 }],
      }],
    };
    const path = await Deno.makeTempFile({ suffix: ".yml" });
    await Deno.writeTextFile(path, JSON.stringify({ rule_files: [], tests: [test] }));
    const said = await promtool(["test", "rules", path]);
    await Deno.remove(path);
    assert.equal(said, "");
  },
});

Deno.test("the dashboard's panels have ids of their own and do not overlap", async () => {
  const { panels, templating } = await dashboard();
  assert.equal(new Set(panels.map(({ id }) => id)).size, panels.length);
  const taken = panels.flatMap(({ gridPos: { x, y, w, h } }) => {
    assert.ok(x + w <= 24);
    return Array.from({ length: w * h }, (_, i) => `${x + i % w} ${y + Math.floor(i / w)}`);
  });
  assert.equal(new Set(taken).size, taken.length);
  assert.deepEqual(templating.list.map(({ name }) => name), ["datasource", "instance"]);
});

Deno.test({
  name: "promtool reads every expression of the dashboard",
  ignore: await lacks("promtool"),
  async fn() {
    const rules = (await expressions()).map((expr, i) => ({
      record: `panel:${i}`,
      // Variables that Grafana fills in.
      expr: expr.replaceAll("$__rate_interval", "1m").replaceAll("$instance", "a|b"),
    }));
    assert.ok(rules.length > 20);
    const check = async (file: unknown) => {
      const path = await Deno.makeTempFile({ suffix: ".yml" });
      // JSON is YAML.
      await Deno.writeTextFile(path, JSON.stringify(file));
      const said = await promtool(["check", "rules", path]);
      await Deno.remove(path);
      return said;
    };
    assert.equal(await check({ groups: [{ name: "checkoutd", rules }] }), "");
    const broken = [{ record: "panel:0", expr: "sum(rate(x[1m])" }];
    assert.notEqual(await check({ groups: [{ name: "checkoutd", rules: broken }] }), "");
  },
});
