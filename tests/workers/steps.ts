import { load } from "./load.ts";

await load("steps");
