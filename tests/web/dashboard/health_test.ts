/** The page of the installation's health. */
import { deepEqual, equal, match, ok } from "node:assert/strict";
import { action, notKnown, ok as fine, warn } from "../../../src/domain/diagnosis.ts";
import { withWorld } from "../../support/app.ts";
import { dashboardOf, roleAt } from "./dashboard.ts";

const HOSTILE = "<script>alert(1)</script>";

Deno.test("the health page lists what doctor finds, the most urgent first, as text", () =>
  withWorld(async (world) => {
    const dashboard = dashboardOf(world);
    dashboard.findings.push(
      fine("schema", "It is at version 24"),
      warn("unused keys", `1 key not used for a long time: ${HOSTILE}`, "Revoke it"),
      notKnown("integrity", "Not checked"),
      action("disk room", "1 MiB free", "Free some space"),
    );
    const owner = await dashboard.visitor("asha", { everywhere: "owner" });
    const { status, text } = await owner.get("/health");
    equal(status, 200);
    deepEqual(
      [...text.matchAll(/<th scope="row"[^>]*>([^<]*)</g)].map(([, topic]) => topic),
      ["Disk room", "Unused keys", "Integrity", "Schema"],
    );
    match(text, /One problem has to be fixed/);
    match(text, /1 MiB free<div class="soft">Free some space<\/div>/);
    ok(text.includes("&lt;script&gt;") && !text.includes(HOSTILE));
    match(text, /<a href="\/health" aria-current="page">/);
  }));

Deno.test("the health page reads the whole file only when asked for", () =>
  withWorld(async (world) => {
    const dashboard = dashboardOf(world);
    const owner = await dashboard.visitor("asha", { everywhere: "owner" });
    match((await owner.get("/health")).text, /href="\/health\?file=1"[^>]*>Check the whole file</);
    await owner.get("/health?file=1");
    deepEqual(dashboard.examined.map(({ checksFile }) => checksFile), [false, true]);
  }));

Deno.test("the health page is for who owns every shop: it names files and keys of all", () =>
  withWorld(async (world) => {
    const dashboard = dashboardOf(world);
    const owner = await dashboard.visitor("ben", roleAt(world.merchant.id, "owner"));
    const { status, text } = await owner.get("/health");
    equal(status, 404);
    ok(!text.includes('href="/health"'));
    deepEqual(dashboard.examined, []);
  }));
