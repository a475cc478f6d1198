import { load } from "./load.ts";

await load("web");
