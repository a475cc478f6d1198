import { ctlJson } from "../support/process.ts";
import { aShop } from "../support/ctl_shop.ts";

/** Makes a shop with a key that may ask as often as it likes; its secret. */
export async function busyShop(folder: string): Promise<string> {
  const { merchantId } = await aShop(folder);
  const of = ["--merchant", merchantId, "--name", "faults"];
  const { secret = "" } = await ctlJson(folder, "key", "create", ...of, "--rate-limit", "1000000");
  return secret;
}
