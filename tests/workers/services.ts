import { load } from "./load.ts";

await load("services");
