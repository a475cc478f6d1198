/** Pictures of the pages: each page has its own, and each that a document shows exists. */
import assert from "node:assert/strict";
import { dashboardPages } from "../../../src/http/dashboard/pages.ts";
import { ROOT } from "../../support/root.ts";
import { LIKE, PICTURED } from "./dashboard/pictured.ts";
import { withOffice } from "./dashboard/scene.ts";
import { walks } from "./dashboard/walk.ts";
import { ALIKE, STATES } from "./states.ts";

/** What all pictures may take in a clone. */
const MAX_BYTES = 2_500_000;

const files = [...Deno.readDirSync(`${ROOT}docs/pictures`)].map(({ name }) => name);

Deno.test("every page of the checkout and the dashboard has pictures, light and dark", () => {
  const states = STATES.map(({ name }) => name).filter((name) => !ALIKE.includes(name));
  const places = [
    ...states.flatMap((name) => [`${name}.phone`, `${name}.desktop`]),
    ...PICTURED.flatMap(({ name, onPhone }) =>
      ["desktop", ...onPhone ? ["phone"] : []].map((place) => `dashboard-${name}.${place}`)
    ),
  ];
  const wanted = places.flatMap((place) => [`${place}.light.webp`, `${place}.dark.webp`]);
  assert.deepEqual(wanted.filter((name) => !files.includes(name)), []);
  const others = files.filter((name) => name.startsWith("dashboard-") && !wanted.includes(name));
  assert.deepEqual(others, [], "Pictures of no page");
});

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

Deno.test("documents show pictures of the dashboard that exist, and all are small", async () => {
  const documents = [...Deno.readDirSync(`${ROOT}docs`)].map(({ name }) => `docs/${name}`)
    .filter((name) => name.endsWith(".md"));
  let dashboard = 0;
  for (const document of ["README.md", ...documents]) {
    const text = await Deno.readTextFile(`${ROOT}${document}`);
    const named = [...text.matchAll(/pictures\/([\w.-]+\.(?:webp|png))/g)].map(([, name]) => name);
    assert.deepEqual(named.filter((name) => !files.includes(name ?? "")), [], document);
    dashboard += new Set(named.filter((name) => name?.includes(".light."))).size;
  }
  assert.ok(dashboard >= 3, `${dashboard} pictures`);
  const sizes = files.map((name) => Deno.statSync(`${ROOT}docs/pictures/${name}`).size);
  const bytes = sizes.reduce((sum, size) => sum + size, 0);
  assert.ok(bytes <= MAX_BYTES, `${bytes} bytes`);
});
