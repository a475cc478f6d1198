import { load } from "./load.ts";

await load("checkout");
