/** A run of the story in a process of its own, which dies by SIGKILL: `deno run ... DATABASE RUN`. */
import { openStore } from "../../src/store/open.ts";
import { play, type Run } from "./provider_story.ts";

const [database = "", run = ""] = Deno.args;
const options = { program: "tests", schema: "migrate", env: () => undefined } as const;
const { store } = await openStore(database, options);
const die = () => {
  Deno.kill(Deno.pid, "SIGKILL");
  for (;;);
};
const given: Omit<Run, "die"> = JSON.parse(run);
const key = { ...given.key, scopes: new Set(given.key.scopes) };
await play(store, { ...given, key, die });
await store.close();
