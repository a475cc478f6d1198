import { offersTest } from "./offers.ts";

await offersTest("bash");
