import { load } from "./load.ts";

await load("store");
