import { offersTest } from "./offers.ts";

await offersTest("fish");
