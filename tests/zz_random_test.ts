const ROOT = Deno.cwd() + "/";
async function walk(dir: string): Promise<void> {
  const entries = [...Deno.readDirSync(dir)].sort((a, b) => a.name < b.name ? -1 : 1);
  for (const e of entries) {
    const p = `${dir}/${e.name}`;
    if (e.isDirectory) await walk(p);
    else if (
      e.name.endsWith("_test.ts") && !p.includes("/browser/") && !p.includes("fuzz/fuzz") &&
      !p.includes("postgres/model") && !p.includes("contrib")
    ) {
      if (Deno.readTextFileSync(p).includes("fast-check")) await import(`file://${p}`);
    }
  }
}
await walk(ROOT + "tests");
