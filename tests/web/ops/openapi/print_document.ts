/** Prints the OpenAPI document; `deno task client` reads it. */
import { withWorld } from "../../../support/app.ts";

await withWorld(async ({ send }) => console.log((await send("GET", "/openapi.json")).text));
