/** A shop with a key in a database of a test's own, made by the real command line. */
import { ctlJson } from "./process.ts";

export interface CtlShop {
  readonly merchantId: string;
  readonly keyId: string;
  readonly secret: string;
}

/** The shop and its database file: made once in a test file, and copied for every further test. */
let made: { readonly shop: CtlShop; readonly bytes: Uint8Array } | undefined;

/** Puts a database with the shop `demo-store.example` and a key for it into a folder. */
export async function aShop(folder: string): Promise<CtlShop> {
  const path = `${folder}/checkout.db`;
  if (made === undefined) {
    const shop = await makeShop(folder);
    made = { shop, bytes: await Deno.readFile(path) };
  } else {
    await Deno.writeFile(path, made.bytes, { mode: 0o600 });
  }
  return made.shop;
}

async function makeShop(folder: string): Promise<CtlShop> {
  const place = ["--domain", "demo-store.example", "--country", "IN", "--currency", "INR"];
  const merchant = await ctlJson(folder, "merchant", "create", "--name", "Demo", ...place);
  const { id = "" } = merchant;
  const key = await ctlJson(folder, "key", "create", "--merchant", id, "--name", "e2e");
  return { merchantId: id, keyId: key["id"] ?? "", secret: key["secret"] ?? "" };
}
