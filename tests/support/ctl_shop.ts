/** A shop with a key in a database of a test's own, made by the real command line. */
import { ctlJson } from "./process.ts";

export interface CtlShop {
  readonly merchantId: string;
  readonly keyId: string;
  readonly secret: string;
}

/** The shop and its database file: made once in a test file, and copied for every further test. */
let made: { readonly shop: CtlShop; readonly bytes: Uint8Array } | undefined;

/** Puts the shop `demo-store.example` with a key into the database of a folder. */
export async function aShop(folder: string): Promise<CtlShop> {
  const path = `${folder}/checkout.db`;
  // A server may have it open.
  if (await exists(path)) return await makeShop(folder);
  if (made === undefined) {
    const shop = await makeShop(folder);
    made = { shop, bytes: await Deno.readFile(path) };
  } else {
    await Deno.writeFile(path, made.bytes, { mode: 0o600 });
  }
  return made.shop;
}

async function exists(path: string): Promise<boolean> {
  return await Deno.stat(path).then(() => true, () => false);
}

async function makeShop(folder: string): Promise<CtlShop> {
  const place = ["--domain", "demo-store.example", "--country", "IN", "--currency", "INR"];
  const merchant = await ctlJson(folder, "merchant", "create", "--name", "Demo", ...place);
  const { id = "" } = merchant;
  const key = await ctlJson(folder, "key", "create", "--merchant", id, "--name", "e2e");
  return { merchantId: id, keyId: key["id"] ?? "", secret: key["secret"] ?? "" };
}
