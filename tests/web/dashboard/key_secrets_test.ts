/** Where the secrets of keys that are made in the dashboard are afterwards: nowhere. */
import assert from "node:assert/strict";
import { join } from "node:path";
import { NO_AUDIT_FILTER } from "../../../src/domain/filters.ts";
import { withWorld } from "../../support/app.ts";
import { maintenance, QUIET } from "../../store/maintenance/support.ts";
import { clicked, dashboardOf, roleAt } from "./dashboard.ts";
import { newForm, ROTATE, secretOf } from "./key_forms.ts";

Deno.test("a secret is in no table, log, audit entry, backup or later page", async () => {
  const folder = await Deno.makeTempDir();
  try {
    const [db, copy] = [join(folder, "shop.db"), join(folder, "copy.db")];
    await withWorld(async (world) => {
      const dashboard = dashboardOf(world);
      const owner = await dashboard.visitor("anna", roleAt(world.merchant.id, "owner"));
      const path = `/shops/${world.merchant.id}/keys`;
      const created = await owner.post(`${path}/new`, await newForm(owner, path));
      const key = (await world.services.keys.list(world.merchant.id)).at(-1);
      const rotated = await owner.post(`${path}/${key?.id}/rotate`, ROTATE);
      const form = await newForm(owner, path);
      const [joined] = await clicked(dashboard, 2, () => owner.post(`${path}/new`, form));
      const secrets = [created, rotated, joined!].map(secretOf);
      const pages = ["", ".csv", "/new", `/${key?.id}`, `/${key?.id}?done=made`];
      const later = await Promise.all(pages.map((one) => owner.get(`${path}${one}`)));
      later.push(await owner.post(`${path}/${key?.id}/rotate`, ROTATE));
      later.push(await owner.post(`${path}/${key?.id}/revoke`));
      later.push(await owner.post(`${path}/new`, form));
      await maintenance.backup(db, copy, QUIET);
      const { audit } = world.store;
      const { rows } = await audit.list({ ...NO_AUDIT_FILTER, merchantId: world.merchant.id }, {
        limit: 50,
      });
      assert.ok(rows.some(({ action }) => action === "key.rotate"));
      const files = [...Deno.readDirSync(folder)].map(({ name }) =>
        new TextDecoder("latin1").decode(Deno.readFileSync(join(folder, name)))
      );
      assert.ok(files.length >= 3, "database, write-ahead log and backup");
      const places = [
        ...files,
        ...later.map(({ text, headers }) => `${text} ${JSON.stringify([...headers])}`),
        JSON.stringify([dashboard.log, world.log, world.told, rows]),
      ];
      assert.ok(places.some((place) => place.includes(secrets[0]?.slice(0, 12) ?? "")));
      for (const secret of secrets) {
        assert.match(secret, /^ck_live_/);
        for (const place of places) {
          // Behind the prefix that is shown.
          assert.ok(!place.includes(secret.slice(12)));
        }
      }
    }, { db });
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});
