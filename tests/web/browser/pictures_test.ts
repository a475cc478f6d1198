/** Pictures of the pages: `deno task pictures` takes one of each, and documents show some. */
import assert from "node:assert/strict";
import { dashboardPages } from "../../../src/web/dashboard/pages.ts";
import { ROOT } from "../../support/root.ts";
import { picturesIn } from "./shown.ts";
import { LIKE, PICTURED } from "./dashboard/pictured.ts";
import { withOffice } from "./dashboard/scene.ts";
import { walks } from "./dashboard/walk.ts";

/** What all pictures may take in a clone. */
const MAX_BYTES = 500_000;

const files = [...Deno.readDirSync(`${ROOT}docs/pictures`)].map(({ name }) => name);

Deno.test("every page that an owner reaches in the dashboard is pictured", () =>
  withOffice(async (office) => {
    const pages = dashboardPages(office.dashboard.services);
    const open = pages.filter(({ method, needs, id }) =>
      method === "GET" && needs === "open" && id !== "asset"
    );
    const owner = (await walks(office)).find(({ role }) => role === "owner");
    const reached = [...open, ...owner?.places.map(({ page }) => page) ?? []].map(({ id }) => id);
    assert.ok(reached.length > 20);
    const pictured: readonly string[] = [...PICTURED.map(({ id }) => id), ...LIKE];
    assert.deepEqual([...new Set(reached)].filter((id) => !pictured.includes(id)), []);
  }));

Deno.test("documents show pictures of the dashboard that exist, all others are gone, and all are small", async () => {
  const documents = [...Deno.readDirSync(`${ROOT}docs`)].map(({ name }) => `docs/${name}`)
    .filter((name) => name.endsWith(".md"));
  const shown = new Set<string>();
  for (const document of ["README.md", ...documents]) {
    const text = await Deno.readTextFile(`${ROOT}${document}`);
    for (const name of picturesIn(text)) {
      assert.ok(files.includes(name), `${document}: ${name}`);
      shown.add(name);
    }
  }
  assert.deepEqual(files.filter((name) => !shown.has(name)), []);
  const dashboard = [...shown].filter((name) => name.includes(".light."));
  assert.ok(dashboard.length >= 3, dashboard.join(", "));
  const sizes = files.map((name) => Deno.statSync(`${ROOT}docs/pictures/${name}`).size);
  const bytes = sizes.reduce((sum, size) => sum + size, 0);
  assert.ok(bytes <= MAX_BYTES, `${bytes} bytes`);
});
