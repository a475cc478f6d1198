/** Bundles both programs into a folder, with the scripts that run them: see bundled.ts. */
import { bundle, PROGRAM_MODULE } from "../../build/bundle.ts";
import { PROGRAMS, WORKERS } from "../../build/programs.ts";
import { ROOT } from "./root.ts";

const [folder = ""] = Deno.args;
/** Paths that the scripts name, from their root. */
const PARTS = ["bin", "deno.json", "import_map.json", "program.lock"];

await new Deno.Command("cp", { args: ["-r", ...PARTS.map((name) => `${ROOT}${name}`), folder] })
  .output();
for (const { name, entry } of PROGRAMS) {
  const scratch = await Deno.makeTempDir();
  // The scripts let the server read this folder, from which it starts its workers.
  await Deno.mkdir(`${folder}/src/${name}`, { recursive: true });
  for (
    const { name: file, bytes } of await bundle({ folder: ROOT, entry, workers: WORKERS, scratch })
  ) {
    await Deno.writeFile(`${folder}/src/${name}/${file}`, bytes);
  }
  await Deno.remove(scratch, { recursive: true });
  await Deno.writeTextFile(`${folder}/${entry}`, `import "./src/${name}/${PROGRAM_MODULE}";\n`);
}
// Tests run the programs as other users too.
await Deno.chmod(folder, 0o755);
