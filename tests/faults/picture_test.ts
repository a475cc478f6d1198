/** Uploads of pictures that a kill or a full disk ends: a picture is there whole, or not at all. */
import assert from "node:assert/strict";
import { deflateSync } from "node:zlib";
import { bytes, chunk, ihdr, PNG_HEAD } from "../pictures/png.ts";
import { followLink, linkFor, startDashboard } from "../support/dashboard_process.ts";
import { ctlJson, withFolder } from "../support/process.ts";
import { aShop } from "../support/ctl_shop.ts";
import { report, rounds } from "./figures.ts";
import { lacksStrace, Strace } from "./strace.ts";

const ignore = await lacksStrace();
const ROUNDS = rounds({ short: 3, whole: 30 });

/** A PNG file of noise that no other round has. */
function noise(round: number): Uint8Array<ArrayBuffer> {
  const side = 300;
  const raw = new Uint8Array(side * (side * 3 + 1));
  let state = round + 1;
  for (let i = 0; i < raw.length; i++) {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    raw[i] = i % (side * 3 + 1) === 0 ? 0 : state & 255;
  }
  return bytes(
    PNG_HEAD,
    ihdr(side, side, 8, 2),
    chunk("IDAT", deflateSync(raw)),
    chunk("IEND", []),
  );
}

interface Shop {
  readonly folder: string;
  readonly productId: string;
  readonly merchant: readonly string[];
  readonly path: string;
}

async function aShopWithMug(folder: string): Promise<Shop> {
  const { merchantId } = await aShop(folder);
  const merchant = ["--merchant", merchantId];
  const vase = ["--title", "Vase", "--price", "5"];
  const made = await ctlJson(folder, "product", "create", ...merchant, ...vase);
  const productId = String(made["id"]);
  return {
    folder,
    productId,
    merchant,
    path: `/shops/${merchantId}/products/${productId}/pictures`,
  };
}

async function hashes({ folder, productId, merchant }: Shop): Promise<readonly string[]> {
  const found = await ctlJson(folder, "product", "picture", "list", productId, ...merchant);
  return found["pictures"] as unknown as string[];
}

/** Signs in; what sends a picture, as a browser does. */
async function uploader(shop: Shop, url: string, link: string) {
  const cookie = (await followLink(url, link)).headers.get("set-cookie")?.split(";", 1)[0] ?? "";
  return async (file: Uint8Array<ArrayBuffer>) => {
    const body = new FormData();
    body.append("picture", new File([file], "vase.png"));
    const headers = { cookie, "sec-fetch-site": "same-origin" };
    const init = { method: "POST", headers, body, redirect: "manual" } as const;
    const answer = await fetch(`${url}${shop.path}`, init);
    await answer.body?.cancel();
    return answer.status;
  };
}

/** Asserts that all pictures are whole and no other ones stored. */
async function assertWhole({ folder }: Shop): Promise<void> {
  const { found, findings } = await ctlJson(folder, "db", "check");
  assert.equal(found, 0, JSON.stringify(findings));
}

Deno.test({
  name: "a full disk in an upload: 503, nothing of the picture is stored, and later it is",
  ignore,
  fn: () =>
    withFolder(async (folder) => {
      const shop = await aShopWithMug(folder);
      const link = await linkFor(folder, "anna");
      const dashboard = await startDashboard(folder);
      const upload = await uploader(shop, dashboard.url, link);
      assert.equal(await upload(noise(0)), 303);
      const paths = ["", "-wal"].map((end) => `${folder}/checkout.db${end}`);
      const injection = { calls: "pwrite64", error: "ENOSPC", paths } as const;
      const strace = await Strace.attach(dashboard.pid, injection);
      assert.equal(await upload(noise(1)), 503);
      await strace.detach();
      assert.equal((await hashes(shop)).length, 1);
      await assertWhole(shop);
      assert.equal(await upload(noise(1)), 303);
      assert.equal((await hashes(shop)).length, 2);
      await dashboard.end("SIGTERM");
    }),
});

Deno.test({
  name: "kill -9 in an upload: the picture is there whole, or not at all",
  fn: () =>
    withFolder(async (folder) => {
      const shop = await aShopWithMug(folder);
      const remove = ["product", "picture", "remove", shop.productId];
      let kept = 0;
      for (let round = 0; round < ROUNDS; round++) {
        const link = await linkFor(folder, `person${round}`);
        const dashboard = await startDashboard(folder);
        const upload = await uploader(shop, dashboard.url, link);
        const before = await hashes(shop);
        const sent = upload(noise(round)).catch(() => 0);
        // From before it is read until after it is stored.
        if (round % 3 > 0) await Promise.race([sent, fetch(dashboard.url).then(() => {})]);
        if (round % 3 > 1) await sent;
        await dashboard.end("SIGKILL");
        const status = await sent;
        const after = await hashes(shop);
        if (status === 303) assert.equal(after.length, before.length + 1, "acknowledged");
        kept += after.length - before.length;
        await assertWhole(shop);
        for (const hash of after) {
          await ctlJson(folder, ...remove, hash, ...shop.merchant);
        }
      }
      report("kill -9 in an upload", { rounds: ROUNDS, stored: kept, half: 0 });
    }),
});
