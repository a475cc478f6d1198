/** Writes the examples of the OpenAPI document; `deno task examples`. */
import { recordExamples } from "./recorded.ts";

const file = new URL("../../../../src/web/ops/openapi/examples.json", import.meta.url);
await Deno.writeTextFile(file, `${JSON.stringify(await recordExamples(), null, 1)}\n`);
