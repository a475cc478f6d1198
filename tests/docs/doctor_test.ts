import assert from "node:assert/strict";
import { SecretsKeyFile } from "../../src/process/secrets/key_file.ts";
import { readSeed } from "../../src/schema/seed/seed_file.ts";
import { withDb } from "../cli/db_support.ts";
import { aFile, aFolder, aMachine, GIB } from "../service/health/support.ts";
import { look, maintenance, tamper } from "../store/maintenance/support.ts";
import { assertShows, blocks, codes, section, seedExample } from "./pages.ts";
import { readRoot } from "../support/root.ts";

const MIB = 1024 ** 2;
const MINUTE_MS = 60_000;

const BACKUPS = "/var/backups/checkoutd";
const BACKUP = `${BACKUPS}/checkout-20251230T031500Z.db`;

Deno.test("docs/operating.md: doctor prints what is shown of a database, its machine and a late backup", () =>
  withDb(async (shell) => {
    const [latest] = Object.values(look(shell.path, "SELECT max(at) FROM events") ?? {});
    const modifiedAt = Number(latest);
    shell.now = () => modifiedAt + MINUTE_MS;
    // Nothing is overdue: the page shows a server that keeps up.
    tamper(shell.path, `UPDATE deliveries SET next_at = ${modifiedAt} WHERE state = 'PENDING'`);
    const keys = new SecretsKeyFile({ database: shell.path, file: undefined });
    await maintenance.seal(shell.path, { keys, now: modifiedAt });
    shell.machine = aMachine({
      [shell.folder]: aFolder({ mode: 0o750 }),
      [shell.path]: aFile({ bytes: 527 * MIB, modifiedAt }),
      [`${shell.path}-wal`]: aFile({ bytes: 3.9 * MIB, modifiedAt }),
      [BACKUPS]: aFolder({ mode: 0o700 }),
      [BACKUP]: aFile({ bytes: 520 * MIB, modifiedAt: Date.UTC(2025, 11, 30, 3, 15) }),
    }, { room: 70 * GIB });
    const { code, out } = await shell.run("doctor", "--backups", BACKUPS);
    assert.equal(code, 1);
    const [shown] = blocks(section(await readRoot("docs/operating.md"), "Diagnose"), "text");
    const anySchema = (text: string) => text.replace(/(?<=at version )\d+/, "<n>");
    const printed = out.replaceAll(shell.folder, "/var/lib/checkoutd");
    assertShows(anySchema(shown?.text ?? ""), anySchema(printed));
  }));

Deno.test("docs/seed.md: the example is a seed file, and uses every part of one", async () => {
  const [shop] = readSeed(await seedExample());
  assert.ok(shop);
  const { rules } = shop.merchant;
  assert.ok(rules.cod && rules.coin && rules.shipping.length > 0 && rules.paymentOffers.length > 0);
  assert.ok(shop.coupons.some(({ gift }) => gift !== null));
  assert.deepEqual([shop.products.length, shop.coupons.length, shop.customers.length], [3, 4, 1]);
});

Deno.test("docs/seed.md: the four fields it calls required are, and no others", async () => {
  const page = await readRoot("docs/seed.md");
  const sentence = page.split("\n\n").find((one) => /\brequired\b/i.test(one)) ?? "";
  const { merchants: [shop] } = JSON.parse(await seedExample());
  const isRequired = (key: string) => {
    const { [key]: _, ...rest } = shop;
    try {
      readSeed(JSON.stringify({ merchants: [rest] }));
      return false;
    } catch {
      return true;
    }
  };
  assert.deepEqual(Object.keys(shop).filter(isRequired).sort(), codes(sentence).sort());
});
