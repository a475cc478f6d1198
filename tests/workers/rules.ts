import { load } from "./load.ts";

await load("rules");
