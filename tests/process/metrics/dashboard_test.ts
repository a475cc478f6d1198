import assert from "node:assert/strict";
import { z } from "zod";
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
