import { offersTest } from "./offers.ts";

await offersTest("zsh");
